import type { CaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { followChain } from './auth-chain'
import { createExchange, type Exchange } from './auth-exchange'

/** Protocol version (facts: frame protocol §1). */
const PROTOCOL = '4'
/** How often to check that the frame is still in place: the host page or a blocker may remove or move it. */
const WATCH_MS = 1_000

/** Where the frame is opened, for which project, and what hears of it. */
export type FrameSettings = {
  /** The secure site's page. */
  readonly url: string
  readonly projectId: string | undefined
  readonly chainId: CaipNetworkId
  readonly debug: boolean
  /** Resolves to the element that holds the frame, which is never moved: that would reload it. The signal aborts when it closes. */
  readonly place: (signal: AbortSignal) => Promise<HTMLElement>
  /** Height of the frame's content, in CSS pixels. */
  onHeight(height: number): void
  /** Another page than before has loaded in the frame, and nobody asked for it. */
  onAnew?: () => void
}

/** The secure frame and its requests. */
export type AuthFrame = Pick<Exchange, 'ask' | 'restart' | 'ready'> & {
  readonly settings: FrameSettings
  /** Whether it is still where it was inserted. */
  alive(): boolean
  /** Whether it is on this network for sure. */
  isOn(networkId: CaipNetworkId): boolean
  close(): void
}

/** The frame's URL, with parameters in the order and form that the secure site expects. */
export function frameUrl({ url, projectId, chainId, debug }: FrameSettings): string {
  const address = new URL(url)
  const chain = encodeURIComponent(chainId).replaceAll('%3A', ':')
  address.search = `projectId=${encodeURIComponent(projectId ?? '')}&chainId=${chain}&version=${PROTOCOL}&enableLogger=${debug}`
  return address.href
}

/** Opens the frame. If it fails, its requests reject: EMAIL_LOGIN_UNAVAILABLE, EMBEDDED_WALLET_TIMEOUT or FRAME_NOT_SET. */
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
    {
      onDead: close,
      onHeight: settings.onHeight,
      onAnew() {
        standing.lose()
        settings.onAnew?.()
      },
    },
  )
  const standing = followChain(exchange)
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
  frame.addEventListener('load', () => (gone() ? close() : exchange.loaded()))
  frame.src = frameUrl(settings)
  window.addEventListener('message', exchange.hear)
  let own: Window | null | undefined
  // A frame that failed to load offline does not load by itself once online.
  const online = () => own && !exchange.ready() && close()
  window.addEventListener('online', online)
  // Removed, or moved: then it has reloaded, as another window.
  const gone = () => own !== undefined && (!own || own !== frame.contentWindow)
  const alive = () => !closed && !gone()
  const watch = setInterval(() => {
    if (gone()) close()
  }, WATCH_MS)
  void settings.place(end.signal).then(
    (place) => {
      if (closed) return
      place.replaceChildren(frame)
      own = frame.contentWindow
    },
    // Closed meanwhile, or there is no place for it: its requests reject.
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
    ask: standing.ask,
    isOn: (networkId) => alive() && standing.isOn(networkId),
    restart: exchange.restart,
    ready: exchange.ready,
    settings,
    alive,
    close,
  }
}
