import { type CaipNetworkId, chainIdOf } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { createExchange, type Exchange } from './auth-exchange'

/** Version of the protocol that we speak (facts: frame protocol §1). */
const PROTOCOL = '4'
/** How often a frame with open requests is looked after: a host or a blocker may take it away, or move it. */
const WATCH_MS = 1_000

export type FrameSettings = {
  /** The secure site's page. */
  readonly url: string
  readonly projectId: string | undefined
  readonly chainId: CaipNetworkId
  readonly debug: boolean
  /** Where the frame stands; it is never moved, since that would load it anew. The signal: it needs no place any more. */
  readonly place: (signal: AbortSignal) => Promise<HTMLElement>
  /** The frame says how high what it shows is, in CSS pixels. */
  onHeight(height: number): void
  /** Another page stands in the frame than the one that was there, and nobody has asked for it. */
  onAnew?: () => void
}

/** The secure frame, and the requests that are open in it. */
export type AuthFrame = Pick<Exchange, 'ask' | 'restart' | 'fail' | 'ready'> & {
  readonly settings: FrameSettings
  /** Whether it is still where it was put into the page. */
  alive(): boolean
  close(): void
}

/** EVM chains by number, others by their CAIP-2 id. */
export const frameChain = (id: CaipNetworkId) => (id.startsWith('eip155:') ? chainIdOf(id) : id)

/** The frame's address, its parameters in the order and form that the secure site expects. */
export function frameUrl({ url, projectId, chainId, debug }: FrameSettings): string {
  const address = new URL(url)
  const chain = encodeURIComponent(chainId).replaceAll('%3A', ':')
  address.search = `projectId=${encodeURIComponent(projectId ?? '')}&chainId=${chain}&version=${PROTOCOL}&enableLogger=${debug}`
  return address.href
}

/** Makes the frame. It fails by itself: EMAIL_LOGIN_UNAVAILABLE, EMBEDDED_WALLET_TIMEOUT and FRAME_NOT_SET reject what is asked. */
export function openFrame(settings: FrameSettings): AuthFrame {
  const { origin } = new URL(settings.url)
  const frame = document.createElement('iframe')
  let closed = false
  const end = new AbortController()
  const exchange = createExchange(
    {
      post(message) {
        if (!frame.contentWindow) throw new WalletError('FRAME_NOT_SET')
        frame.contentWindow.postMessage(message, origin)
      },
      isFrom: ({ source, origin: from }) => source !== null && source === frame.contentWindow && from === origin,
    },
    close,
    settings.onHeight,
    settings.onAnew,
  )
  frame.title = new URL(settings.url).host
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox')
  frame.setAttribute('allow', 'clipboard-write')
  frame.referrerPolicy = 'origin'
  Object.assign(frame.style, {
    display: 'block',
    inlineSize: '100%',
    blockSize: '100%',
    border: '0',
    borderRadius: '0 0 24px 24px',
  })
  frame.addEventListener('error', () => {
    exchange.fail('EMAIL_LOGIN_UNAVAILABLE')
    close()
  })
  frame.addEventListener('load', exchange.loaded)
  frame.src = frameUrl(settings)
  window.addEventListener('message', exchange.hear)
  let own: Window | null | undefined
  // What did not load without a network does not load by itself when there is one.
  const online = () => own && !exchange.ready() && close()
  window.addEventListener('online', online)
  // Taken away, or moved: then it has loaded anew, in another window.
  const gone = () => own !== undefined && (!own || own !== frame.contentWindow)
  const watch = setInterval(() => {
    if (gone()) close()
  }, WATCH_MS)
  void settings.place(end.signal).then(
    (place) => {
      if (closed) return
      place.replaceChildren(frame)
      own = frame.contentWindow
    },
    // It has been closed, or there is no place for it; whoever asks it is told.
    close,
  )

  function close() {
    if (closed) return
    closed = true
    end.abort()
    clearInterval(watch)
    window.removeEventListener('message', exchange.hear)
    window.removeEventListener('online', online)
    frame.remove()
    exchange.fail('FRAME_NOT_SET')
  }

  return {
    ask: exchange.ask,
    restart: exchange.restart,
    fail: exchange.fail,
    ready: exchange.ready,
    settings,
    alive: () => !closed && !gone(),
    close,
  }
}
