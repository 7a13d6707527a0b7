import { element } from './element'
import { inGroups } from './in-groups'
import type { Preview } from './preview'
import { readablePreview } from './readable'

type Waiting = { readonly site: string; readonly preview: Preview; readonly decide: (approved: boolean) => Promise<void> }

const queue: Waiting[] = []
/** How long after an answer the next request can be answered: the second click of a double click was for the previous one. */
export const NEXT_AFTER_MS = 500
/** A request was answered just now. */
let resting = false
/** Enables the buttons of the shown request, unless it is being carried out. */
let release = () => {}
/** The answered request, while it is carried out. */
let deciding: Waiting | undefined
let carriedOut: Promise<void> = Promise.resolve()

/** Settles when an answered request, if any, has been carried out and reported. */
export const whenCarriedOut = (): Promise<void> => carriedOut.then(() => new Promise((told) => setTimeout(told)))

/** Asks the person, after earlier requests; resolves to the result of their decision. */
export function askPerson(site: string, preview: Preview, act: () => Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    queue.push({
      site,
      preview: readablePreview(preview),
      async decide(approved) {
        try {
          if (!approved) throw new Error('User rejected the request')
          resolve(await act())
        } catch (error) {
          reject(error)
        }
      },
    })
    draw()
  })
}

/** Tells the embedding page how much height the request needs at the current width. */
export function tellHeight(): void {
  const place = document.getElementById('approval')
  if (!place || queue.length === 0 || innerWidth === 0) return
  place.style.minBlockSize = '0'
  const { scrollHeight: height } = place
  place.style.minBlockSize = ''
  // The receiver does not matter: the message contains only a size.
  window.parent.postMessage({ type: '@w3m-frame/HEIGHT', payload: { height } }, '*')
}

function draw(): void {
  const [first] = queue
  const place = document.getElementById('approval')
  // A request that is being carried out stays as it is, without enabled buttons, whatever else is requested meanwhile.
  if (!place || (first && first === deciding)) return
  place.replaceChildren()
  if (!first) return
  const { site, preview } = first
  const dangerous = preview.risks.length > 0
  place.append(
    element('p', { className: 'dim' }, `${site} asks${queue.length > 1 ? ` · 1 of ${queue.length}` : ''}`),
    withGroups(element('h1'), preview.title),
    ...preview.risks.map(({ title, text }) => {
      const note = element('div', { className: 'note' })
      note.setAttribute('role', 'alert')
      note.append(withGroups(element('strong'), title), withGroups(element('span'), text))
      return note
    }),
  )
  if (preview.changes.length + preview.facts.length > 0) {
    const ticket = element('dl', { className: 'ticket' })
    for (const { sign, amount } of preview.changes)
      ticket.append(row(sign === '−' ? 'You send' : 'You get', `${sign}${amount}`, 'amount'))
    for (const [term, value] of preview.facts) ticket.append(row(term, value))
    place.append(ticket)
  }
  if (preview.raw) {
    const raw = element('pre', { tabIndex: 0 }, preview.raw)
    raw.setAttribute('aria-label', 'Exactly what is signed')
    place.append(raw)
  }
  const reject = element('button', { type: 'button' }, 'Reject')
  const approve = element('button', { type: 'button' }, dangerous ? 'Approve anyway' : 'Approve')
  // For a dangerous request the safe button is the filled one; the buttons keep their places.
  if (dangerous) approve.dataset.danger = ''
  ;(dangerous ? reject : approve).dataset.main = ''
  const hold = (held: boolean) => {
    reject.disabled = approve.disabled = held
  }
  const decide = async (approved: boolean) => {
    if (deciding) return
    deciding = first
    hold(true)
    carriedOut = first.decide(approved)
    await carriedOut
    deciding = undefined
    queue.shift()
    resting = true
    setTimeout(() => {
      resting = false
      release()
    }, NEXT_AFTER_MS)
    draw()
  }
  hold(resting)
  release = () => hold(deciding === first)
  reject.onclick = () => void decide(false)
  approve.onclick = () => void decide(true)
  const buttons = element('div', { className: 'buttons' })
  buttons.append(reject, approve)
  place.append(buttons)
  tellHeight()
}

function row(term: string, value: string, className = ''): HTMLElement {
  const line = element('div')
  const told = element('dd', { className })
  told.append(withGroups(element('bdi'), value))
  line.append(element('dt', {}, term), told)
  return line
}

function withGroups(place: HTMLElement, text: string): HTMLElement {
  place.append(...inGroups(text))
  return place
}
