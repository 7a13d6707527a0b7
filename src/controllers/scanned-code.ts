import { type CaipAddress, parseCaipAddress } from '../lib/caip'
import { formatUnits } from '../lib/format'
import { isCodeFor, readCode } from '../lib/payment-code'
import { chains } from '../state/chains'
import { send } from '../state/send'
import { activeTransfers } from './active-transfers'
import { networkOf } from './network-list'
import { rpcContext } from './rpc'
import { pickSendToken, typeAmount } from './send-form'
import { sendToken } from './send-tokens'

/**
 * Fills the form from a scanned payment code: token and amount, if the account has that token. Returns the receiver; undefined for a
 * code of another network, which is shown as an error.
 */
export function takeCode(text: string): string | undefined {
  const code = readCode(text)
  const { to, token, units, amount } = code
  const { caipAddress: owner, networkId } = chains.active
  if (!owner || !networkId) return to
  if (!isCodeFor(networkId, code)) {
    Object.assign(send, { code: 'CHAIN_MISMATCH', help: undefined })
    return undefined
  }
  if (token === undefined && units === undefined && amount === undefined) return to
  // The amount in the form was for something else.
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

/** By the chain's own decimals: wrong decimals in a token list must not change the amount. */
async function inMainUnit(owner: CaipAddress, token: string | undefined, units: bigint): Promise<string | undefined> {
  const { networkId, address } = parseCaipAddress(owner)
  const network = networkOf(networkId)
  const held = await (await activeTransfers())?.held(network, address, token, rpcContext(network))
  return held && formatUnits(units, held.decimals)
}
