import type { ChainNamespace } from '../lib/caip'
import type { ViewName } from '../views'
import { store } from './store'

/** What a view was opened with. */
export type ViewData = {
  readonly walletId?: string | undefined
  /** The press that led here has opened that wallet's app as well. */
  readonly led?: boolean | undefined
  /** The only namespace that Connect offers wallets of. */
  readonly namespace?: ChainNamespace | undefined
  /** Id of the transaction that is looked at. */
  readonly transaction?: string
  /** Which side of a swap a token is chosen for. */
  readonly side?: 'from' | 'to'
  /** Who is paid for a purchase. */
  readonly provider?: string | undefined
  /** What the host wants swapped: symbols, and an amount. */
  readonly swap?: object | undefined
}
type Entry = { view: ViewName; data?: ViewData }

/** The page's one modal: the element showing it (by number), and its view stack. */
export const modal = store(() => ({
  elementId: undefined as number | undefined,
  stack: [{ view: 'Connect' }] as Entry[],
  /** Grows when an element begins or ceases to be embedded. */
  embeddings: 0,
  /** The element whose dialog holds the secure frame, once there is one. */
  frameIn: undefined as number | undefined,
  /** Which way the last change of view went; the transition follows it. */
  direction: 'none' as 'next' | 'prev' | 'none',
  /** A press led to the present view: what was there begins to leave before the new one is drawn. */
  pressed: false,
  /** The view whose first frame is on screen. */
  painted: undefined as ViewName | undefined,
  /** A refused close shakes the dialog for 500 ms. */
  shaking: false,
  /** What a view has said by the live region, besides what it shows. */
  said: '',
  get top(): Entry {
    return this.stack.at(-1) ?? { view: 'Connect' }
  },
  get view(): ViewName {
    return this.top.view
  },
}))
