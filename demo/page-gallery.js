// Every view in every state. Without a query it lists them; with ?state= it is one of them, driven as by a visitor, for people,
// pictures and tests: `data-ready` on <html> shows when that state is reached.
import { states } from './page-gallery-states.js'
import { createWorld } from './page-gallery-world.js'

const asked = new URLSearchParams(location.search)
const state = states.find(({ name }) => name === asked.get('state'))
document.documentElement.dataset.states = states.map(({ name }) => name).join(' ')
if (state) await showState()
else showAll()

async function showState() {
  document.body.className = 'state'
  document.title = state.title
  const config = await (await fetch('/config.json')).json()
  const world = createWorld(config, state)
  document.body.append(world.main, world.modal)
  try {
    await customElements.whenDefined('wallet-modal')
    await state.open(world)
    // The language changes afterwards, because the steps look for English words.
    if (asked.has('lang')) document.documentElement.lang = asked.get('lang')
    if (asked.has('dir')) document.documentElement.dir = asked.get('dir')
    document.documentElement.dataset.ready = 'yes'
  } catch (error) {
    document.documentElement.dataset.ready = String(error)
    console.error(error)
  }
}

/** A frame for each state, because a page has only one modal; frames load when they are near the viewport. */
function showAll() {
  document.body.className = 'gallery'
  const controls = make('form', {}, make('h1', {}, 'Every view and its states'))
  const choices = {
    theme: ['auto', 'light', 'dark'],
    lang: ['en', 'ar', 'de', 'ja', 'he'],
    dir: ['ltr', 'rtl'],
    width: ['390', '320', '768'],
    only: ['', ...new Set(states.map(({ group }) => group))],
  }
  for (const [name, values] of Object.entries(choices)) {
    const select = make('select', { name }, ...values.map((value) => new Option(value || 'all', value)))
    if (asked.has(name)) select.value = asked.get(name)
    controls.append(make('label', {}, name, select))
  }
  const wanted = new URLSearchParams(new FormData(controls))
  controls.addEventListener('change', () => controls.requestSubmit())
  const list = make('ul', { class: 'states' })
  list.style.setProperty('--frame', `${wanted.get('width')}px`)
  for (const { name, title, group } of states) {
    if (wanted.get('only') && wanted.get('only') !== group) continue
    const query = new URLSearchParams({
      state: name,
      theme: wanted.get('theme'),
      lang: wanted.get('lang'),
      dir: wanted.get('dir'),
    })
    const src = `/gallery.html?${query}`
    const link = make('a', { href: src }, title)
    list.append(make('li', { id: name }, link, make('iframe', { src, title, loading: 'lazy' })))
  }
  document.body.append(controls, list)
}

function make(tag, attributes, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}
