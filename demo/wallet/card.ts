import { type Description, pretty } from './describe'

type Choices = {
  readonly from: string
  readonly raw?: unknown
  readonly extra?: Node
  readonly approve: () => void
  readonly reject: () => void
}

/** An element with this text and these children; the only way in which the wallet creates markup. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, text = '', ...children: Node[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.textContent = text
  element.append(...children)
  return element
}

/** A button that calls back. */
export function button(name: string, onClick: () => void, className = ''): HTMLButtonElement {
  const element = make('button', name)
  element.type = 'button'
  element.className = className
  element.addEventListener('click', onClick)
  return element
}

/** A question with its answers "Approve" and "Reject"; the first answer counts and disables both. */
export function card({ title, lines }: Description, { from, raw, extra, approve, reject }: Choices): HTMLElement {
  const element = make('article')
  element.className = 'card'
  element.setAttribute('aria-label', title)
  const list = make('dl')
  for (const [name, text] of lines) list.append(make('dt', name), make('dd', text))
  const once = (answer: () => void) => () => {
    for (const choice of choices.children) (choice as HTMLButtonElement).disabled = true
    answer()
  }
  const choices = make('div', '', button('Approve', once(approve), 'primary'), button('Reject', once(reject)))
  choices.className = 'choices'
  element.append(make('h2', title), make('p', from), list)
  if (extra) element.append(extra)
  if (raw !== undefined) element.append(make('details', '', make('summary', 'Parameters'), make('pre', pretty(raw))))
  element.append(choices)
  return element
}
