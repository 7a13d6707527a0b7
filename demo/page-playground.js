// A control for every attribute, made from the element's manifest; the choices are in the page's URL.
import { codeFor, languages } from './page-playground-code.js'
import { presets } from './page-playground-presets.js'

const LINES = 50
const byId = (id) => document.getElementById(id)
const modal = document.querySelector('wallet-modal')
const [config, manifest] = await Promise.all(
  ['/config.json', '/custom-elements.json'].map(async (url) => (await fetch(url)).json()),
)
const elements = new Map(manifest.modules[0].declarations.map((each) => [each.tagName, each]))
const described = elements.get('wallet-modal')

/** The attributes by topic; new ones that are not listed come last. */
const groups = {
  Project: 'project-id mode preset networks default-network features',
  Wallets:
    'email socials connect-order featured-wallets include-wallets exclude-wallets all-wallets account-type wrong-network reconnect',
  'Sign-in': 'sign-in sign-in-statement login-url referral',
  Look: 'theme locale view open embedded',
  'Your app': 'app-name app-description app-url app-icon terms-url privacy-url legal-checkbox',
  Services: 'rpc-url provider-url wallets-url relay-url secure-site-url analytics-url name-zone storage-prefix debug',
}
const theme = [
  {
    name: '--wm-accent',
    type: 'color',
    description: 'Colour of what acts; what is written on it stays readable.',
    default: '#00705d',
  },
  { name: '--wm-radius', description: 'Corners of controls; those of the dialog follow.', default: '12px' },
  { name: '--wm-font', description: 'Family of the text.', default: 'the system’s' },
  { name: '--wm-size', description: 'Size of the text, between 16px and 20px.', default: '1rem' },
]
const views =
  'Connect AllWallets ConnectingWalletConnectBasic WhatIsAWallet GetWallet Watch Networks Account Receive Send Swap OnRamp RegisterAccountName'
const tags = 'en ar de es fa fr he hi id it ja ko nl pl pt-BR ru th tr uk vi zh-Hans zh-Hant'

/** Attributes written by the server: the URLs of the local stack. */
const local = Object.fromEntries([...modal.attributes].map(({ name, value }) => [name, value]))
/** The choices: attributes of the modal and the button in addition to the stack's, and the theme. */
const chosen = { modal: {}, button: {}, theme: {} }
const targets = { modal, button: document.querySelector('wallet-button') }

makeControls()
makePresets()
makeCode()
listen()
restore()

function makeControls() {
  const named = new Map(described.attributes.map((each) => [each.name, each]))
  const listed = Object.entries(groups).map(([title, names]) => [
    title,
    names
      .split(' ')
      .map((name) => named.get(name))
      .filter(Boolean),
  ])
  const rest = described.attributes.filter(({ name }) => !Object.values(groups).some((names) => names.split(' ').includes(name)))
  for (const [title, attributes] of [...listed, ['More', rest]]) addGroup(title, 'modal', attributes)
  addGroup('Theme', 'theme', theme)
  addGroup(
    'wallet-button',
    'button',
    elements.get('wallet-button').attributes.filter(({ name }) => name !== 'for'),
  )
  byId('controls').addEventListener('submit', (event) => event.preventDefault())
  byId('find').addEventListener('input', ({ target }) => {
    for (const row of document.querySelectorAll('.control'))
      row.hidden = !row.textContent.toLowerCase().includes(target.value.toLowerCase())
    for (const group of byId('controls').children)
      group.open = target.value !== '' || group === byId('controls').firstElementChild
  })
}

function addGroup(title, kind, attributes) {
  if (attributes.length === 0) return
  const group = make('details', {}, make('summary', {}, title), ...attributes.map((each) => control(kind, each)))
  group.open = byId('controls').childElementCount === 0
  byId('controls').append(group)
}

function control(kind, { name, type, description, default: fallback, ...more }) {
  const expected = more.type ?? type?.text ?? type ?? 'text'
  const id = `${kind}-${name}`
  const words = wordsOf(name, expected)
  const said = [
    description,
    expected === 'text' || expected === 'color' ? '' : `Expects ${expected}.`,
    fallback && `Default: ${fallback}.`,
  ]
  const about = make('p', { id: `${id}-about` }, said.filter(Boolean).join(' ').replaceAll('`', ''))
  const row = (...children) => make('div', { class: 'control' }, ...children, about)
  const label = make('label', { for: id }, name)
  const attributes = { id, name, 'data-kind': kind, 'aria-describedby': about.id }
  if (words?.several) {
    const boxes = words.list.map((word) =>
      make('label', {}, make('input', { type: 'checkbox', value: word, 'data-kind': kind, 'data-list': name }), word),
    )
    return row(
      make('span', { class: 'name', id: `${id}-name` }, name),
      make(
        'span',
        { class: 'words', role: 'group', id, 'aria-labelledby': `${id}-name`, 'aria-describedby': about.id },
        ...boxes,
      ),
    )
  }
  if (words)
    return row(label, make('select', attributes, new Option('default', ''), ...words.list.map((word) => new Option(word))))
  if (expected === 'present or absent') return row(label, make('input', { ...attributes, type: 'checkbox' }))
  if (expected === 'color') return row(label, make('input', { ...attributes, type: 'color', value: fallback }))
  return row(label, make('input', { ...attributes, type: 'text', autocomplete: 'off', spellcheck: 'false' }))
}

function wordsOf(name, expected) {
  if (name === 'view') return { list: views.split(' ') }
  if (name === 'locale') return { list: tags.split(' ') }
  if (name === 'preset') return { list: [expected] }
  if (name === 'size') return { list: ['small'] }
  if (expected.startsWith('words of ') && expected.includes(','))
    return { list: expected.slice('words of '.length).split(', '), several: true }
  const list = expected.split(', ')
  return list.length > 1 && list.every((word) => /^[a-z-]+$/.test(word)) ? { list } : undefined
}

byId('controls').addEventListener('change', ({ target }) => {
  const { kind, list } = target.dataset
  const name = list ?? target.name
  const boxes = list && [...document.querySelectorAll(`[data-kind="${kind}"][data-list="${list}"]:checked`)]
  const value = boxes
    ? boxes.map((box) => box.value).join(' ')
    : target.type === 'checkbox'
      ? target.checked
        ? ''
        : null
      : target.value || null
  if (boxes?.length === 0 || value === null || value === standing(kind, name)) delete chosen[kind][name]
  else chosen[kind][name] = value
  // Clearing one of the stack's own attributes removes it.
  if (kind === 'modal' && value === null && name in local) chosen.modal[name] = null
  byId(`${kind}-${name}`).removeAttribute('aria-invalid')
  apply(name)
})

/** An attribute's value without a choice: what the server wrote, or null. */
function standing(kind, name) {
  return kind === 'modal' ? (local[name] ?? null) : null
}

/** Applies the choices to the elements; `open` is left to the visitor unless it was what changed. */
function apply(changed) {
  for (const [kind, element] of Object.entries(targets)) {
    const names = elements.get(element.localName).attributes.map(({ name }) => name)
    for (const name of names.filter((each) => each !== 'open' || changed === 'open')) {
      const value = name in chosen[kind] ? chosen[kind][name] : standing(kind, name)
      if (value === null) element.removeAttribute(name)
      else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    }
  }
  // Set on the page, so that the buttons have the same look.
  for (const { name } of theme) document.documentElement.style.setProperty(name, chosen.theme[name] ?? '')
  history.replaceState(null, '', `#${encodeURIComponent(JSON.stringify(chosen))}`)
  for (const button of byId('presets').children)
    button.setAttribute('aria-pressed', String(isChosen(presets[button.textContent](config))))
  showCode()
}

/** Whether exactly this is chosen. */
function isChosen({ modal = {}, button = {}, theme = {} }) {
  return sorted({ modal, button, theme }) === sorted(chosen)
}
function sorted(all) {
  return JSON.stringify(Object.values(all).map((each) => Object.entries(each).sort()))
}

function showControls() {
  for (const field of document.querySelectorAll('#controls [data-kind]')) {
    const { kind, list } = field.dataset
    const name = list ?? field.name
    const value = name in chosen[kind] ? chosen[kind][name] : standing(kind, name)
    if (list) field.checked = (value ?? '').split(' ').includes(field.value)
    else if (field.type === 'checkbox') field.checked = value !== null
    else field.value = value ?? (field.type === 'color' ? field.getAttribute('value') : '')
  }
}

function choose(what) {
  Object.assign(chosen, { modal: {}, button: {}, theme: {} }, structuredClone(what))
  showControls()
  apply()
}

function makePresets() {
  for (const [title, make_] of Object.entries(presets)) {
    const button = make('button', { type: 'button', 'aria-pressed': 'false' }, title)
    button.addEventListener('click', () => choose(make_(config)))
    byId('presets').append(button)
  }
}

function makeCode() {
  byId('language').append(...languages.map((name) => new Option(name)))
  byId('language').addEventListener('change', showCode)
  byId('local').addEventListener('change', showCode)
  byId('copy').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(byId('code').value)
      byId('said').textContent = 'Copied'
    } catch {
      byId('code').select()
      byId('said').textContent = 'The code is selected: copy it with the keyboard'
    }
  })
}

function showCode() {
  const all = { ...(byId('local').checked ? local : { 'project-id': '…' }), ...chosen.modal }
  const attributes = Object.entries(all).filter(([, value]) => value !== null)
  const src = new URL('/wallet-modal.js', location.href).href
  byId('code').value = codeFor(byId('language').value, {
    src,
    attributes,
    button: Object.entries(chosen.button),
    theme: Object.entries(chosen.theme),
  })
  byId('said').textContent = ''
}

function listen() {
  // Every event bubbles: one listener on the document hears them all.
  for (const { name } of described.events)
    document.addEventListener(name, ({ type, detail }) => {
      byId('log').prepend(make('li', {}, make('b', {}, type), ` ${JSON.stringify(detail, leaveOut)}`))
      byId('log').children[LINES]?.remove()
      if (detail?.code === 'ATTRIBUTE_INVALID') tellInvalid(detail)
    })
  modal.addEventListener('wallet-close', () => {
    delete chosen.modal.open
    byId('modal-open').checked = false
    showCode()
  })
  byId('clear').addEventListener('click', () => byId('log').replaceChildren())
  byId('show').addEventListener('click', () => modal.show())
  byId('disconnect').addEventListener('click', () => modal.disconnect())
  byId('afresh').addEventListener('click', () => location.reload())
}

function tellInvalid({ message, help = '' }) {
  const said = `${message} ${help}`
  const wrong = described.attributes
    .map(({ name }) => name)
    .sort((a, b) => b.length - a.length)
    .find((name) => said.includes(name))
  if (wrong) byId(`modal-${wrong}`)?.setAttribute('aria-invalid', 'true')
}

// An icon is a long data URI, and a cause may be anything.
function leaveOut(key, value) {
  if (key === 'icon' || key === 'cause') return undefined
  return typeof value === 'bigint' ? String(value) : value
}

function restore() {
  try {
    const { modal = {}, button = {}, theme = {} } = JSON.parse(decodeURIComponent(location.hash.slice(1)) || '{}')
    choose({ modal, button, theme })
  } catch {
    choose({})
  }
}

function make(tag, attributes, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}
