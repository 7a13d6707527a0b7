import {
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  isCaipAddress,
  isCaipNetworkId,
  parseCaipAddress,
} from '../lib/caip'
import { linkBase } from '../lib/deep-link'
import { EVM_ADDRESS } from '../lib/evm-address'
import { safeImage } from '../lib/links'
import type { Network } from '../lib/network'
import { safeParse, z } from '../lib/schema'
import { plainText } from '../lib/text'
import { onChain, readChainId, toChecksum } from './eip155-values'
import { MAX_ACCOUNTS, MAX_NAME_LENGTH } from './limits'
import { currentId, formerId, readAddress } from './solana-values'

const named = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix}_${name}`)

/** Methods that we ask a wallet for, by namespace (facts: wallets §2.2); polkadot's are those its wallets document. */
const METHODS: Record<string, readonly string[]> = {
  eip155: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendRawTransaction',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'personal_sign',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_requestPermissions',
    'wallet_registerOnboarding',
    'wallet_watchAsset',
    'wallet_scanQRCode',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_getAssets',
  ],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_requestAccounts',
    'solana_getAccounts',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  polkadot: ['polkadot_signTransaction', 'polkadot_signMessage'],
  // Without an adapter the page itself asks for these (DECISIONS 17); as WalletConnect and the chains document them.
  cosmos: named('cosmos', 'getAccounts signDirect signAmino'),
  near: named(
    'near',
    'signIn signOut getAccounts signTransaction signTransactions signAndSendTransaction signAndSendTransactions',
  ),
  stacks: named('stx', 'getAddresses transferStx signTransaction signMessage signStructuredMessage callContract'),
  sui: named('sui', 'getAccounts signTransaction signAndExecuteTransaction signPersonalMessage'),
  ton: named('ton', 'sendMessage signData'),
  tron: named('tron', 'signTransaction signMessage'),
}
const EVENTS = ['accountsChanged', 'chainChanged']
/** The addresses of a Bitcoin account have changed, but not the account (WalletConnect's Bitcoin reference). */
export const ADDRESSES_CHANGED = 'bip122_addressesChanged'
/** This wallet approves one chain only, and switches to any other when asked (facts: wallets §2.2). */
const APPROVES_ONE_CHAIN = 'MetaMask Wallet'

/** Optional namespaces, as proposed to a wallet. */
export type Proposal = Record<string, { chains: string[]; methods: string[]; events: string[] }>

/** The optional namespaces of a proposal. No RPC URLs: they would carry the project id to the wallet. */
export function proposalFor(networks: readonly Network[], only?: readonly ChainNamespace[]): Proposal {
  const proposal: Proposal = {}
  for (const { caipNetworkId, chainNamespace } of networks) {
    if (only && !only.includes(chainNamespace)) continue
    proposal[chainNamespace] ??= {
      chains: [],
      methods: [...(METHODS[chainNamespace] ?? [])],
      events: [...EVENTS, ...(chainNamespace === 'bip122' ? [ADDRESSES_CHANGED] : [])],
    }
    const former = formerId(caipNetworkId)
    proposal[chainNamespace].chains.push(caipNetworkId, ...(former ? [former] : []))
  }
  return proposal
}

const Namespace = z.object({
  accounts: z.array(z.string()),
  methods: z.array(z.string()),
  chains: z.nullish(z.array(z.string())),
})
const Approved = z.record(z.string(), Namespace)
const Metadata = z.object({
  name: z.catch(z.string(), ''),
  icons: z.catch(z.array(z.unknown()), []),
  redirect: z.catch(z.object({ native: z.optional(z.unknown()), universal: z.optional(z.unknown()) }), {}),
})

/** What a wallet approved in one namespace, parsed from untrusted data. */
type ApprovedNamespace = {
  readonly accounts: readonly CaipAddress[]
  /** Union of its chains and the chains of its accounts. */
  readonly approved: readonly CaipNetworkId[]
  readonly methods: ReadonlySet<string>
}

/** The namespaces of a session that hold at least one account. Never throws. */
export function readNamespaces(raw: unknown): Map<ChainNamespace, ApprovedNamespace> {
  const read = new Map<ChainNamespace, { accounts: Set<CaipAddress>; approved: Set<CaipNetworkId>; methods: Set<string> }>()
  for (const [key, value] of Object.entries(safeParse(Approved, raw).data ?? {})) {
    // A namespace may be keyed by one chain (CAIP-25): `eip155:1` is part of `eip155`. There may be thousands of them, so each adds to
    // what the others have given instead of copying it.
    const [namespace = key] = key.split(':')
    const accounts = value.accounts.slice(0, MAX_ACCOUNTS).flatMap((id) => readAccount(id, namespace))
    const before = read.get(namespace)
    if (!before && accounts.length === 0) continue
    const all = before ?? { accounts: new Set(), approved: new Set(), methods: new Set() }
    read.set(namespace, all)
    const chains = [...(value.chains ?? []), ...(key.includes(':') ? [key] : [])].filter((id) => id.startsWith(`${namespace}:`))
    for (const id of accounts) all.accounts.add(id)
    for (const id of [...chains, ...accounts.map((id) => parseCaipAddress(id).networkId)])
      if (isCaipNetworkId(id)) all.approved.add(currentId(id))
    for (const method of value.methods) all.methods.add(method)
  }
  return new Map(
    [...read].map(([namespace, { accounts, approved, methods }]) => [
      namespace,
      { accounts: [...accounts], approved: [...approved], methods },
    ]),
  )
}

/** A CAIP-10 account of the namespace, EIP-55 where that applies; `[]` if invalid. */
export function readAccount(id: unknown, namespace: ChainNamespace): CaipAddress[] {
  if (!isCaipAddress(id)) return []
  const { networkId, address, namespace: own } = parseCaipAddress(id)
  if (own !== namespace) return []
  if (namespace === 'solana') return readAddress(address) ? [`${currentId(networkId)}:${address}`] : []
  if (namespace !== 'eip155') return [id]
  return EVM_ADDRESS.test(address) ? [`${networkId}:${toChecksum(address)}`] : []
}

/** The account that a wallet reports as active; if on several chains, the one on the current chain (`at`). */
export function activeIn(said: unknown, namespace: ChainNamespace, at: CaipNetworkId | undefined): CaipAddress | undefined {
  const all = Array.isArray(said) ? said.filter((each) => typeof each === 'string') : []
  const first = all.find((each) => each.startsWith(`${at}:`)) ?? all[0]
  return first === undefined ? undefined : [first, `${at}:${first}`].flatMap((each) => readAccount(each, namespace))[0]
}

type Peer = {
  readonly name: string
  readonly icon?: string
  readonly redirect?: { readonly native?: string; readonly universal?: string }
}

/** The wallet's own name (clamped), and its picture and links if they are safe. */
export function readPeer(metadata: unknown): Peer {
  const { name, icons, redirect } = safeParse(Metadata, metadata).data ?? { name: '', icons: [], redirect: {} }
  const icon = safeImage(icons[0])
  const native = linkBase(redirect.native)
  const universal = linkBase(redirect.universal)
  const links = { ...(native && { native }), ...(universal && { universal }) }
  return {
    name: plainText(name, MAX_NAME_LENGTH) || 'WalletConnect',
    ...(icon && { icon }),
    ...((native || universal) && { redirect: links }),
  }
}

/** Whether the wallet has this address on any of its chains. */
export const holds = ({ accounts }: ApprovedNamespace, address: string | undefined): boolean =>
  accounts.some((id) => parseCaipAddress(id).address === address)

/** The accounts approved on a chain, the active one first; on a chain without any, the namespace's addresses. */
export function accountsOn(
  networkId: CaipNetworkId,
  { accounts }: ApprovedNamespace,
  active: string | undefined,
): readonly CaipAddress[] {
  const here = accounts.filter((id) => parseCaipAddress(id).networkId === networkId)
  const addresses = new Set((here.length ? here : accounts).map((id) => parseCaipAddress(id).address))
  return onChain(networkId, [...new Set(active ? [active, ...addresses] : addresses)])
}

/** The initial network of a session: the first of `wishes` that the wallet approved, else the first approved one. */
export function firstUsable({ accounts, approved }: ApprovedNamespace, wishes: readonly unknown[]): CaipNetworkId {
  const possible = [...accounts.map((id) => parseCaipAddress(id).networkId), ...approved]
  const wanted = wishes.find((id) => possible.some((one) => one === id))
  return isCaipNetworkId(wanted) ? wanted : (possible[0] as CaipNetworkId)
}

/** A chain as wallets write it: CAIP-2, hex, decimal, a number, or a bare reference. */
export function readNetwork(data: unknown, namespace: ChainNamespace): CaipNetworkId | undefined {
  if (isCaipNetworkId(data) && data.startsWith(`${namespace}:`)) return currentId(data)
  if (namespace === 'eip155') return readChainId(data)
  // Not every value can be converted to a string.
  const id = typeof data === 'string' && `${namespace}:${data}`
  return isCaipNetworkId(id) ? currentId(id) : undefined
}

/** The id of a network in a session: a deprecated one if the wallet knows no other. */
export function idInSession(networkId: CaipNetworkId, raw: unknown): CaipNetworkId {
  const namespaces = safeParse(Approved, raw).data ?? {}
  const ids = Object.values(namespaces).flatMap(({ chains, accounts }) => [
    ...(chains ?? []),
    ...accounts.filter(isCaipAddress).map((id) => parseCaipAddress(id).networkId),
  ])
  const former = formerId(networkId)
  return former && ids.includes(former) && !ids.includes(networkId) ? former : networkId
}

/** Whether a wallet of this name can be asked for chains that it did not approve. */
export const takesAnyChain = (peer: Peer): boolean => peer.name === APPROVES_ONE_CHAIN
