import type { Active, EvmAccount } from './accounts'
import type { SiteChain } from './chains'

/** A request of the page at `site`, to the wallet of a logged-in person. */
export type Asked = {
  readonly method: string
  readonly params: unknown
  readonly site: string
  readonly person: string
  readonly active: Active
}
/** A request on an EVM chain, with the account that answers it. */
export type AskedHere = Asked & { readonly list: readonly unknown[]; readonly chain: SiteChain; readonly account: EvmAccount }
