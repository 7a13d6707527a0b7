import { type CaipAddress, chainIdOf, parseCaipAddress } from '../lib/caip'
import { formatUnits } from '../lib/format'
import { readCode } from '../lib/payment-code'
import { chains } from '../state/chains'
import { send } from '../state/send'
import { activeTransfers } from './active-transfers'
import { networkOf } from './network-list'
import { rpcContext } from './rpc'
import { pickSendToken, typeAmount } from './send-form'
import { sendToken } from './send-tokens'

/**
 * Takes what a code says into the form: its token and its sum, where the account has that token; gives back who is paid. A code for
 * another network is no payment on this one: that is told, and undefined is given.
 */
export function takeCode(text: string): string | undefined {
  const { to, namespace, chainId, token, units, amount } = readCode(text)
  const { caipAddress: owner, networkId } = chains.active
  if (!owner || !networkId) return to
  const isHere =
    (namespace ?? chains.activeNamespace) === chains.activeNamespace &&
    (chainId === undefined || Number(chainId) === chainIdOf(networkId))
  if (!isHere) {
    Object.assign(send, { code: 'CHAIN_MISMATCH', help: undefined })
    return undefined
  }
  if (token === undefined && units === undefined && amount === undefined) return to
  // What is there is a sum of something else.
  Object.assign(send, { unit: 'token' })
  typeAmount('')
  const id = token === undefined ? 'native' : `${networkId}:${token}`
  if (sendToken(id)?.address?.toLowerCase() !== token?.toLowerCase()) return to
  pickSendToken(id)
  void fill(owner, send.tokenId, token, units, amount)
  return to
}

async function fill(
  owner: CaipAddress,
  tokenId: string,
  token: string | undefined,
  units: bigint | undefined,
  amount: string | undefined,
): Promise<void> {
  const sum = units === undefined ? amount : await inMainUnit(owner, token, units).catch(() => undefined)
  const isStill = chains.active.caipAddress === owner && send.tokenId === tokenId && send.amount === ''
  if (sum !== undefined && isStill) typeAmount(sum)
}

/** By the chain's own decimals: a list that misplaces the point must not make another sum of it. */
async function inMainUnit(owner: CaipAddress, token: string | undefined, units: bigint): Promise<string | undefined> {
  const { networkId, address } = parseCaipAddress(owner)
  const network = networkOf(networkId)
  const held = await (await activeTransfers())?.held(network, address, token, rpcContext(network))
  return held && formatUnits(units, held.decimals)
}
