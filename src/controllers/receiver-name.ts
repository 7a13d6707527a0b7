import { adapters } from '../adapters'
import { lookUpName } from '../api/names'
import { coinTypeOf } from '../lib/account-name'
import { type CaipNetworkId, chainIdOf } from '../lib/caip'
import { WalletError } from '../lib/errors'
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
const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Where a name leads; `before`: where it led when one of the `payees` was last paid, unless this address has been paid as well. */
type ResolvedReceiver = ResolvedName & { readonly before?: string | undefined }

/**
 * The EVM address that a typed name leads to: a name of the zone by the provider, any other by ENS. The caller drops what comes for an older
 * input. Throws NAME_RESOLVE_FAILED, ABORTED.
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
  const small = text.toLowerCase()
  if (!small.endsWith(`.${config.nameZone}`)) return resolveEns(text, networkId, signal)
  if (!isZoneName(small)) return { status: 'invalid' }
  if (small !== text) return { status: 'differs', name: small }
  try {
    const record = await lookUpName({ networkId, name: text }, { signal })
    if (!record || record.name !== text) return { status: 'none', name: text }
    const own = record.addresses[coinTypeOf(Number(chainIdOf(networkId)))]
    const address = own ?? (await addressElsewhere(record.addresses, networkId, signal))
    return address === undefined || !ADDRESS.test(address)
      ? { status: 'none', name: text }
      : { status: 'found', name: text, address }
  } catch (cause) {
    throw unresolved(cause, signal)
  }
}

const unresolved = (cause: unknown, signal: AbortSignal | undefined) =>
  new WalletError(signal?.aborted ? 'ABORTED' : 'NAME_RESOLVE_FAILED', { cause })

/** Most names have one address, the one on Ethereum: a contract of there leads nowhere on another network. */
async function resolveEns(text: string, networkId: CaipNetworkId, signal: AbortSignal | undefined): Promise<ResolvedName> {
  const found = await resolveName(text, networkId, signal)
  if (found.status !== 'found' || networkId === ETHEREUM) return found
  const isLost = await isNobodys(found.address, [ETHEREUM], networkId, signal).catch((cause) => {
    throw unresolved(cause, signal)
  })
  return isLost ? { status: 'none', name: found.name } : found
}

/**
 * Where a name leads that was registered on other chains alone, the one on Ethereum before others, which the service adds to all of them:
 * a key's own account is the same everywhere. A contract is nobody's where it has not been made, and accounts that differ say nothing of
 * this chain: undefined. Throws RPC_UNAVAILABLE, ABORTED.
 */
async function addressElsewhere(
  addresses: Readonly<Record<string, string>>,
  networkId: CaipNetworkId,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const known = Object.entries(addresses).flatMap(([type, each]) => {
    const chain = type === ETHER_COIN_TYPE ? 1 : Number(type) - EVM_BIT
    return chain >= 0 && ADDRESS.test(each) ? [{ id: `eip155:${chain}` as const, address: each.toLowerCase() }] : []
  })
  const [only, ...others] = new Set(known.map(({ address }) => address))
  const address = addresses[ETHER_COIN_TYPE] ?? (others.length > 0 ? undefined : only)
  if (address === undefined) return undefined
  const elsewhere = known.filter((each) => each.address === address.toLowerCase()).map(({ id }) => id)
  return (await isNobodys(address, elsewhere, networkId, signal)) ? undefined : address
}

/** Whether an address is a contract on one of the networks where it is known, and is not one here. Throws RPC_UNAVAILABLE, ABORTED. */
async function isNobodys(
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
