import { card, make } from './card'
import cardCss from './card.css?inline'
import type { Description } from './describe'
import panelCss from './panel.css?inline'

type Question = {
  readonly question: Description
  /** Accounts to choose from, if that is the question. */
  readonly choices?: readonly string[]
  readonly chosen?: number
  readonly onChoose?: (index: number) => void
}

/** Asks the person in a dialog above the page and resolves to whether they approved; Escape rejects. */
export function ask({ question, choices, chosen = 0, onChoose }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const host = make('div')
    const root = host.attachShadow({ mode: 'open' })
    // Adopted sheets, since a page with a strict policy blocks style elements.
    root.adoptedStyleSheets = [cardCss, panelCss].map((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
    const select = make('select')
    select.setAttribute('aria-label', 'Account')
    select.append(
      ...(choices ?? []).map((address, i) => new Option(`${i} · ${address.slice(0, 6)}…${address.slice(-4)}`, String(i))),
    )
    select.value = String(chosen)
    const settle = (approved: boolean) => {
      if (approved) onChoose?.(Number(select.value))
      dialog.close()
      host.remove()
      resolve(approved)
    }
    const body = card(question, {
      from: 'Demo Wallet',
      ...(choices && { extra: select }),
      approve: () => settle(true),
      reject: () => settle(false),
    })
    const dialog = make('dialog', '', body)
    dialog.setAttribute('aria-label', 'Demo Wallet')
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      settle(false)
    })
    root.append(dialog)
    document.body.append(host)
    // The top layer: the page may have a modal dialog of its own, which makes everything below it inert.
    dialog.showModal()
  })
}
