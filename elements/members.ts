import { readNetwork } from '../src/controllers/config'
import { publicProviderOf } from '../src/controllers/providers'
import { wake } from '../src/controllers/wake'
import { type CaipNetworkId, type ChainNamespace, isCaipNetworkId } from '../src/lib/caip'
import { WalletError } from '../src/lib/errors'
import type { Network } from '../src/lib/network'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import type { Given } from './attributes'
import { told } from './told'

/** Disconnects; what fails on the way is told, never thrown. */
export async function disconnectWallet(namespace?: ChainNamespace): Promise<void> {
  const live = await wake().catch(() => undefined)
  await live?.disconnect(namespace)
}

/** Moves to a network. Throws SWITCH_NETWORK_NOT_FOUND and what `switchNetwork` throws. */
export async function moveToNetwork(networkId: string): Promise<void> {
  if (!isCaipNetworkId(networkId))
    throw told(new WalletError('SWITCH_NETWORK_NOT_FOUND', { help: 'A network is named by its CAIP-2 id, e.g. "eip155:56".' }))
  await (await wake()).switchNetwork.run(networkId)
}

/** Signs a text with the active account; null for an empty text and without a wallet. */
export async function sign(message: string): Promise<string | null> {
  if (!message || chains.active.status !== 'connected') return null
  return (await wake()).signMessage.run(message)
}

/** What this release cannot do yet, said so. */
export const unsupported = (method: string): Promise<never> =>
  Promise.reject(told(new WalletError('UNSUPPORTED_YET', { message: `This release cannot ${method}() yet` })))

/** The provider of a namespace, by default of the active one. */
export const providerOf = (namespace: ChainNamespace = chains.activeNamespace): unknown => publicProviderOf(namespace)

/** The value of a setting: given here, else what is in force. */
export const settingOf = (given: Given, property: keyof Given): unknown =>
  property in given ? given[property] : config[property]

/** Ids and network objects, mixed; undefined when one of them cannot be read. */
export function readNetworks(values: readonly unknown[]): { networks: CaipNetworkId[]; customNetworks: Network[] } | undefined {
  const read = values.map((each) => (isCaipNetworkId(each) ? each : readNetwork(each)))
  if (read.some((each) => each === undefined)) return undefined
  return {
    networks: read.flatMap((each) => (typeof each === 'string' ? each : (each?.caipNetworkId ?? []))),
    customNetworks: read.flatMap((each) => (typeof each === 'object' ? each : [])),
  }
}
