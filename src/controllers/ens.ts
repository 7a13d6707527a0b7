import { adapters } from '../adapters'
import { createCache } from '../lib/cache'
import { type CaipNetworkId, chainIdOf } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { loadNetworks, networkOf } from './network-list'
import { rpcContext } from './rpc'

/** How long an answer is cached (facts: state-and-routing §3). */
export const NAME_LIFE_MS = 300_000
const ETHEREUM = 'eip155:1'

/** What a typed name resolves to. `differs`: it is not in normal form; `name` is that form, and nothing was looked up. */
export type ResolvedName =
  | { readonly status: 'found'; readonly name: string; readonly address: string }
  | { readonly status: 'none' | 'differs'; readonly name: string }
  | { readonly status: 'invalid' }

const answers = createCache<string>()
const NONE = ''

/** Whether names can be looked up: there is an endpoint for Ethereum mainnet, whichever chains the app uses. */
export async function canResolveNames(): Promise<boolean> {
  await loadNetworks()
  return rpcContext(networkOf(ETHEREUM)).urls.length > 0
}

/**
 * The address of a name on an EVM network (ENS, ENSIP-15, ENSIP-11), EIP-55. Looked up on Ethereum, cached for five minutes. The
 * caller drops answers for an older input. Throws NAME_RESOLVE_FAILED, ABORTED.
 */
export async function resolveName(text: string, networkId: CaipNetworkId, signal?: AbortSignal): Promise<ResolvedName> {
  const { readName, addressOfName } = await names()
  const read = await readName(text)
  if (read.status !== 'normal') return read
  const { name } = read
  const chainId = Number(chainIdOf(networkId))
  const context = await ethereum()
  const address = await answers.load(
    `${name} ${chainId} ${context.urls.join()}`,
    NAME_LIFE_MS,
    async (shared) => (await addressOfName(name, chainId, networkOf(ETHEREUM), context, shared)) ?? NONE,
    { signal },
  )
  return address === NONE ? { status: 'none', name } : { status: 'found', name, address }
}

/** The primary ENS name of an EVM address, verified to resolve back to it; undefined where there is none or no endpoint. Throws NAME_RESOLVE_FAILED, ABORTED. */
export async function nameOf(address: string, signal?: AbortSignal): Promise<string | undefined> {
  if (!(await canResolveNames())) return undefined
  const { nameOfAddress } = await names()
  const context = await ethereum()
  const name = await answers.load(
    `${address.toLowerCase()} ${context.urls.join()}`,
    NAME_LIFE_MS,
    async (shared) => (await nameOfAddress(address, networkOf(ETHEREUM), context, shared)) ?? NONE,
    { signal },
  )
  return name === NONE ? undefined : name
}

async function names() {
  const load = adapters.eip155?.names
  if (!load) throw new WalletError('NAME_RESOLVE_FAILED')
  return load()
}

async function ethereum() {
  if (!(await canResolveNames())) throw new WalletError('NAME_RESOLVE_FAILED')
  return rpcContext(networkOf(ETHEREUM))
}
