/** A `wallet-*` event as received by a listener on the document. */
export type Told = { readonly type: string; readonly target: string; readonly detail: Record<string, unknown> }

declare global {
  interface Window {
    toldEvents: Told[]
  }
}

/** Runs in the page before anything else: records every public event in `window.toldEvents`. */
export function tellEvents(): void {
  const names =
    'ready before-connect connected disconnected account-changed network-changed signed-in signed-out login logout ' +
    'before-transaction transaction open close close-request view-changed error'
  const heard: Told[] = []
  window.toldEvents = heard
  // A cause may be anything that was thrown; all else is plain data.
  const plain = (name: string, value: unknown) => (name === 'cause' ? undefined : value)
  for (const name of names.split(' '))
    document.addEventListener(`wallet-${name}`, (event) => {
      const { type, target } = event
      const detail = JSON.parse(JSON.stringify((event as CustomEvent<unknown>).detail, plain) ?? '{}')
      heard.push({ type, target: target instanceof Element ? target.id || target.localName : '', detail })
    })
}
