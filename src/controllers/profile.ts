import { getIdentity, type Identity } from '../api/identity'
import { lookUpName, namesOf } from '../api/names'
import { labelOf, labelProblem } from '../lib/account-name'
import type { CaipNetworkId } from '../lib/caip'
import { config } from '../state/config'
import { networkOf } from './network-list'

type Options = { readonly signal?: AbortSignal | undefined; readonly refresh?: boolean | undefined }

const nobody: Identity = { name: undefined, avatar: undefined }
const ens = () => import('./ens')

/**
 * Name and picture of an EVM address: from the provider, else ENS, else the name zone. A name is returned only if it resolves back to
 * the address. Cached for five minutes unless `refresh` is set. Throws where the last source, the name zone, does not answer.
 */
export async function profileOf(networkId: CaipNetworkId, address: string, options: Options = {}): Promise<Identity> {
  const network = networkOf(networkId)
  if (network.chainNamespace !== 'eip155') return nobody
  const read = { networkId, address, sender: address }
  // A mainnet name does not count on a test network (facts: state-and-routing §10).
  const identity = network.testnet ? nobody : await getIdentity(read, options).catch(() => nobody)
  const { name, avatar } = identity
  if (name !== undefined && (await leadsTo(name, networkId, address, options))) return identity
  const own = network.testnet
    ? undefined
    : await ens()
        .then(({ nameOf }) => nameOf(address, options.signal))
        .catch(() => undefined)
  // A picture that came with somebody else's name is theirs.
  const picture = name === undefined ? avatar : undefined
  return { name: own ?? (await zoneName(networkId, address, options)), avatar: picture }
}

/** Whether a name resolves to the address: by the provider for its own zone, by ENS for any other. False where that is unknown. */
async function leadsTo(name: string, networkId: CaipNetworkId, address: string, options: Options): Promise<boolean> {
  const is = (other: string) => other.toLowerCase() === address.toLowerCase()
  if (isZoneName(name)) {
    const record = await lookUpName({ networkId, name }, options).catch(() => undefined)
    return record?.name === name && Object.values(record.addresses).some(is)
  }
  const found = await ens()
    .then(({ resolveName }) => resolveName(name, networkId, options.signal))
    .catch(() => undefined)
  return found?.status === 'found' && is(found.address)
}

/** The first name of the zone that resolves back to the address. */
async function zoneName(networkId: CaipNetworkId, address: string, options: Options): Promise<string | undefined> {
  const records = await namesOf({ networkId, address, sender: address }, options)
  for (const { name } of records.slice(0, MAX_TRIED))
    if (isZoneName(name) && (await leadsTo(name, networkId, address, options))) return name
  return undefined
}

/** An address may have many names; only the first few are checked. */
const MAX_TRIED = 3

/** Whether this is a name that can be registered here. */
export function isZoneName(name: string): boolean {
  const zone = config.nameZone
  return name.endsWith(`.${zone}`) && labelProblem(labelOf(name, zone)) === undefined && name === name.toLowerCase()
}
