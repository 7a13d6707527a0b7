import { adapters } from '../adapters'
import { lookUpName } from '../api/names'
import { coinTypeOf } from '../lib/account-name'
import { type CaipNetworkId, chainIdOf } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import type { Payee } from '../lib/payees'
import { config } from '../state/config'
import { type ResolvedName, resolveName } from './ens'
import { loadNetworks, networkOf } from './network-list'
import { isZoneName } from './profile'
import { rpcContext } from './rpc'

const ETHER_COIN_TYPE = '60'
const ETHEREUM = 'eip155:1'
/** The bit that marks an EVM chain in a coin type (ENSIP-11). */
const EVM_BIT = 0x80000000

/** `before`: the address that was last paid under this name, where it is another one and the present address was never paid. */
type ResolvedReceiver = ResolvedName & { readonly before?: string | undefined }

/**
 * The EVM address of a typed name: names of the app's zone are resolved by the provider, any other by ENS. The caller drops answers for
 * an older input. Throws NAME_RESOLVE_FAILED, ABORTED.
 */
export async function resolveReceiver(
  text: string,
  networkId: CaipNetworkId,
  signal?: AbortSignal,
  payees: readonly Payee[] = [],
): Promise<ResolvedReceiver> {
  const found = await resolve(text, networkId, signal)
  if (found.status !== 'found') return found
  const isKnown = payees.some(({ address }) => address.toLowerCase() === found.address.toLowerCase())
  return { ...found, before: isKnown ? undefined : payees.find(({ name }) => name === found.name)?.address }
}

async function resolve(text: string, networkId: CaipNetworkId, signal: AbortSignal | undefined): Promise<ResolvedName> {
  // Elsewhere no names are looked up.
  if (!networkId.startsWith('eip155:')) return { status: 'invalid' }
  const small = text.toLowerCase()
  if (!small.endsWith(`.${config.nameZone}`)) return resolveEns(text, networkId, signal)
  if (!isZoneName(small)) return { status: 'invalid' }
  if (small !== text) return { status: 'differs', name: small }
  try {
    const record = await lookUpName({ networkId, name: text }, { signal })
    if (!record || record.name !== text) return { status: 'none', name: text }
    const own = record.addresses[coinTypeOf(Number(chainIdOf(networkId)))]
    const address = own ?? (await addressElsewhere(record.addresses, networkId, signal))
    return address === undefined || !EVM_ADDRESS.test(address)
      ? { status: 'none', name: text }
      : { status: 'found', name: text, address }
  } catch (cause) {
    throw unresolved(cause, signal)
  }
}

const unresolved = (cause: unknown, signal: AbortSignal | undefined) =>
  new WalletError(signal?.aborted ? 'ABORTED' : 'NAME_RESOLVE_FAILED', { cause })

/** Most ENS names only have an address on Ethereum. Where that is a contract, it must not be paid on a network without that contract. */
async function resolveEns(text: string, networkId: CaipNetworkId, signal: AbortSignal | undefined): Promise<ResolvedName> {
  const found = await resolveName(text, networkId, signal)
  if (found.status !== 'found' || networkId === ETHEREUM) return found
  const isLost = await isNobodys(found.address, [ETHEREUM], networkId, signal).catch((cause) => {
    throw unresolved(cause, signal)
  })
  return isLost ? { status: 'none', name: found.name } : found
}

/**
 * The address to use for a name that has none for this chain: that of Ethereum, which the service adds to each name, else the one that
 * all other chains share, since an account of a key is the same on every EVM chain. Undefined where the other chains differ, and for a
 * contract that does not exist on this chain. Throws RPC_UNAVAILABLE, ABORTED.
 */
async function addressElsewhere(
  addresses: Readonly<Record<string, string>>,
  networkId: CaipNetworkId,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const known = Object.entries(addresses).flatMap(([type, each]) => {
    const chain = type === ETHER_COIN_TYPE ? 1 : Number(type) - EVM_BIT
    return chain >= 0 && EVM_ADDRESS.test(each) ? [{ id: `eip155:${chain}` as const, address: each.toLowerCase() }] : []
  })
  const [only, ...others] = new Set(known.map(({ address }) => address))
  const address = addresses[ETHER_COIN_TYPE] ?? (others.length > 0 ? undefined : only)
  if (address === undefined) return undefined
  const elsewhere = known.filter((each) => each.address === address.toLowerCase()).map(({ id }) => id)
  return (await isNobodys(address, elsewhere, networkId, signal)) ? undefined : address
}

/** Whether an address is a contract on one of the `known` networks but not `here`, where it has no owner. Throws RPC_UNAVAILABLE, ABORTED. */
export async function isNobodys(
  address: string,
  known: readonly CaipNetworkId[],
  here: CaipNetworkId,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [loaded] = await Promise.all([adapters.eip155?.transfers?.(), loadNetworks()])
  const isContractOn = (id: CaipNetworkId) => {
    const network = networkOf(id)
    return loaded?.transfers.smart?.isSmart(network, address, rpcContext(network), signal)
  }
  const there = await Promise.all(known.map(isContractOn))
  return there.some(Boolean) && !(await isContractOn(here))
}
