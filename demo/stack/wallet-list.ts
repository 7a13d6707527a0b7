import { createHash } from 'node:crypto'
import { DEMO_WALLET_RDNS, localNetworks, networkIdOf } from './networks'

/** A listed wallet, as the wallet API words it. */
export type ListedWallet = {
  readonly id: string
  readonly name: string
  readonly badge_type: 'none' | 'certified'
  readonly chains: readonly string[]
  readonly homepage: string
  readonly image_id: string
  readonly image_url: string
  readonly order: number
  readonly mobile_link: string | null
  /** The same app's link as a web address. */
  readonly link_mode: string | null
  readonly desktop_link: string | null
  readonly webapp_link: string | null
  readonly app_store: string | null
  readonly play_store: string | null
  readonly chrome_store: string | null
  readonly rdns: string | null
  readonly injected: readonly { readonly namespace: string; readonly injected_id: string }[] | null
}

const first = ['Amber', 'Birch', 'Cobalt', 'Dune', 'Ember', 'Fjord', 'Grove', 'Harbor', 'Indigo', 'Juniper', 'Kestrel']
const second = ['Wallet', 'Vault', 'Purse', 'Keys', 'Safe', 'Pocket', 'Coffer', 'Ledgerbook', 'Nest', 'Locker', 'Satchel']
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Wallet list id of the local wallet page, and the name by which it also announces itself. */
export const DEMO_WALLET = { id: sha256('Demo Wallet'), rdns: DEMO_WALLET_RDNS, name: 'Demo Wallet' } as const

/** The wallet list: the local wallet page at `walletUrl` first, then 121 wallets that do not exist. */
export function listWallets(providerUrl: string, walletUrl: string): ListedWallet[] {
  const image = (name: string) => {
    const id = uuid(name)
    return { image_id: id, image_url: `${providerUrl}/getWalletImage/${id}` }
  }
  const eip155 = ['eip155:137', ...localNetworks.map(({ chainId }) => networkIdOf(chainId))]
  const demo: ListedWallet = {
    ...DEMO_WALLET,
    ...image(DEMO_WALLET.name),
    badge_type: 'certified',
    chains: eip155,
    homepage: walletUrl,
    order: 1,
    mobile_link: walletUrl,
    link_mode: null,
    desktop_link: null,
    webapp_link: walletUrl,
    app_store: null,
    play_store: null,
    chrome_store: null,
    injected: [{ namespace: 'eip155', injected_id: 'isDemoWallet' }],
  }
  const invented = first
    .flatMap((one) => second.map((two) => `${one} ${two}`))
    .map((name, i): ListedWallet => {
      const slug = name.toLowerCase().replace(' ', '-')
      const site = `https://${slug}.example`
      // Each kind of listing occurs: phones, desktops, web pages, extensions, and chains other than Ethereum's.
      const mobile = i % 7 !== 3
      return {
        id: sha256(name),
        name,
        ...image(name),
        badge_type: i % 5 === 0 ? 'certified' : 'none',
        chains: i % 11 === 4 ? [SOLANA] : i % 6 === 2 ? [...eip155, SOLANA] : eip155,
        homepage: site,
        order: 10 + i,
        mobile_link: mobile ? `${slug.replace('-', '')}://` : null,
        link_mode: mobile && i % 2 === 0 ? site : null,
        desktop_link: i % 4 === 1 ? `${slug.replace('-', '')}-desktop://` : null,
        webapp_link: i % 7 === 3 || i % 9 === 0 ? `${site}/app` : null,
        app_store: mobile ? `https://apps.apple.com/app/${slug}/id${100000000 + i}` : null,
        play_store: mobile ? `https://play.google.com/store/apps/details?id=example.${slug.replace('-', '.')}` : null,
        chrome_store: i % 3 === 0 ? `https://chromewebstore.google.com/detail/${slug}/${sha256(slug).slice(0, 32)}` : null,
        rdns: i % 3 === 0 ? `example.${slug.replace('-', '.')}` : null,
        injected: null,
      }
    })
  return [demo, ...invented]
}

function sha256(text: string) {
  return createHash('sha256').update(text).digest('hex')
}

function uuid(text: string) {
  const hex = sha256(`image of ${text}`)
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
