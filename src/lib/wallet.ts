import type { ChainNamespace } from './caip'

/** The id of the WalletConnect connector. */
export const WALLET_CONNECT = 'walletConnect'

/** The connector id of an account that is only watched, without a wallet. */
export const WATCH = 'watch'

/** How a wallet is reached (specification §3). */
export type ConnectorType = 'MULTI_CHAIN' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL' | 'WALLET_CONNECT' | 'AUTH' | 'WATCH'

/** A key's own address, or a contract that signs. */
export type AccountType = 'eoa' | 'smartAccount'

/** What an account is for: an embedded wallet's kinds on `eip155`, Bitcoin's addresses on `bip122`. */
export type AccountUse = AccountType | 'payment' | 'ordinal' | 'stx'

/** A wallet's identity in events and on screen. */
export type WalletIdentity = {
  /** An installed wallet's rdns (its uuid if two share one), else its name; a listed wallet's id in the list; yours; `walletConnect`, `watch`. */
  readonly id: string
  readonly name: string
  readonly icon?: string
  readonly rdns?: string
}

/** The identity alone, out of everything known of a wallet. */
export const identify = ({ id, name, icon, rdns }: WalletIdentity): WalletIdentity => ({
  id,
  name,
  ...(icon && { icon }),
  ...(rdns && { rdns }),
})

/** A wallet of the wallet list; every link is already checked, names are clean text. */
export type ListedWallet = {
  /** The list's id, 64 hex characters, or the host's own. */
  readonly id: string
  readonly name: string
  /** Picture, `https:` only. */
  readonly imageUrl?: string
  readonly rdns?: string
  readonly homepage?: string
  /** Base of a native (`metamask://`) or universal (`https://…`) link. */
  readonly mobileLink?: string
  /** The web form of the same app's link, `https:` only: it opens where a scheme is not followed, as in other apps' own browsers. */
  readonly universalLink?: string
  readonly desktopLink?: string
  readonly webappLink?: string
  readonly appStore?: string
  readonly playStore?: string
  readonly chromeStore?: string
  /** CAIP-2 ids the wallet says it can use. */
  readonly chains?: readonly string[]
}

/** A wallet that can be connected now. */
export type WalletInfo = WalletIdentity & {
  readonly type: ConnectorType
  readonly namespaces: readonly ChainNamespace[]
  /** Another wallet announced the same rdns. */
  readonly duplicate?: boolean
  /** It announced itself without a usable provider. */
  readonly unreachable?: boolean
  /** MULTI_CHAIN only: the wallets behind this entry, one per namespace. */
  readonly parts?: readonly WalletInfo[]
}
