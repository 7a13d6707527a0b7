import { lookUpName } from '../api/names'
import { coinTypeOf } from '../lib/account-name'
import { type CaipNetworkId, chainIdOf } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { config } from '../state/config'
import { type ResolvedName, resolveName } from './ens'
import { isZoneName } from './profile'

const ETHER_COIN_TYPE = '60'

/**
 * The EVM address that a typed name leads to: a name of the zone by the provider, any other by ENS. The caller drops what comes for an older
 * input. Throws NAME_RESOLVE_FAILED, ABORTED.
 */
export async function resolveReceiver(text: string, networkId: CaipNetworkId, signal?: AbortSignal): Promise<ResolvedName> {
  const small = text.toLowerCase()
  if (!small.endsWith(`.${config.nameZone}`)) return resolveName(text, networkId, signal)
  if (!isZoneName(small)) return { status: 'invalid' }
  if (small !== text) return { status: 'differs', name: small }
  try {
    const record = await lookUpName({ networkId, name: text }, { signal })
    if (!record || record.name !== text) return { status: 'none', name: text }
    const own = record.addresses[coinTypeOf(Number(chainIdOf(networkId)))]
    const address = own ?? record.addresses[ETHER_COIN_TYPE] ?? Object.values(record.addresses)[0]
    return address === undefined || !/^0x[0-9a-f]{40}$/i.test(address)
      ? { status: 'none', name: text }
      : { status: 'found', name: text, address }
  } catch (cause) {
    throw new WalletError(signal?.aborted ? 'ABORTED' : 'NAME_RESOLVE_FAILED', { cause })
  }
}
