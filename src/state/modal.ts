import type { ChainNamespace } from '../lib/caip'
import type { ViewName } from '../views'
import { store } from './store'

/** What a view was opened with. */
export type ViewData = {
  readonly walletId?: string | undefined
  /** Whether the press that led here has opened that wallet's app as well. */
  readonly led?: boolean | undefined
  /** Connect offers wallets of this namespace only. */
  readonly namespace?: ChainNamespace | undefined
  /** Id of the transaction shown. */
  readonly transaction?: string
  /** The side of a swap that a token is chosen for. */
  readonly side?: 'from' | 'to'
  /** The seller of a purchase. */
  readonly provider?: string | undefined
  /** The swap that the host asks for: tokens and an amount. */
  readonly swap?: object | undefined
}
type Entry = { view: ViewName; data?: ViewData }

/** The page's one modal: the element showing it (by number), and its view stack. */
export const modal = store(() => ({
  elementId: undefined as number | undefined,
  stack: [{ view: 'Connect' }] as Entry[],
  /** Incremented when an element becomes embedded or stops being so. */
  embeddings: 0,
  /** The element whose dialog holds the secure frame, if there is one. */
  frameIn: undefined as number | undefined,
  /** Direction of the last change of view, for the transition. */
  direction: 'none' as 'next' | 'prev' | 'none',
  /** A press led to the present view: the old one starts leaving before the new one is drawn. */
  pressed: false,
  /** The view whose first frame is on screen. */
  painted: undefined as ViewName | undefined,
  /** A refused close shakes the dialog for 500 ms. */
  shaking: false,
  /** What the live region announces besides what is shown. */
  said: '',
  get top(): Entry {
    return this.stack.at(-1) ?? { view: 'Connect' }
  },
  get view(): ViewName {
    return this.top.view
  },
}))
