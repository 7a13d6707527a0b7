import { getAddress } from 'viem'
import { getEnsAddress, getEnsName } from 'viem/actions'
import { mainnet } from 'viem/chains'
import { WalletError } from '../lib/errors'
import { EVM_ADDRESS } from '../lib/evm-address'
import type { Network } from '../lib/network'
import { untilAborted } from '../lib/until-aborted'
import { eip155Client } from './eip155-client'
import type { RpcContext } from './types'

/** Ethereum's coin type (SLIP-44), for which names hold the address used without a chain. */
const ETHER = 60n
const ETHEREUM = 1
/** Longer than any real name; a longer answer is refused. */
const MAX_NAME_LENGTH = 255

type Reading<Status, More = unknown> = { readonly status: Status } & More

/** A name by ENSIP-15: normalized, not normalized (`name` is the normalized form), or invalid. */
type NameReading =
  | Reading<'normal', { readonly name: string }>
  | Reading<'differs', { readonly name: string }>
  | Reading<'invalid'>

/** Reads a typed name (ENSIP-15); the tables load on the first call. Rejects only if they cannot be loaded. */
export async function readName(text: string): Promise<NameReading> {
  if (text.length > MAX_NAME_LENGTH) return { status: 'invalid' }
  const { ens_normalize } = await import('./ens-normalize')
  try {
    const name = ens_normalize(text)
    // A name with an empty label would resolve as another name than the one shown.
    if (name.split('.').some((label) => label === '')) return { status: 'invalid' }
    return { status: name === text ? 'normal' : 'differs', name }
  } catch {
    return { status: 'invalid' }
  }
}

/**
 * The address of a normalized name, EIP-55: its record for the chain if it has one (ENSIP-11), else the one for Ethereum;
 * undefined if there is none. `ethereum` is chain 1, whichever chain the address is for. Throws NAME_RESOLVE_FAILED, ABORTED.
 */
export async function addressOfName(
  name: string,
  chainId: number,
  ethereum: Network,
  context: RpcContext,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const ask = async (coinType: bigint) => {
    const record = await getEnsAddress(client(ethereum, context), { name, coinType, universalResolverAddress })
    // The record of a coin type may be any bytes; one that is no address is ignored.
    return record && EVM_ADDRESS.test(record) ? getAddress(record) : undefined
  }
  return named(async () => {
    const own = chainId === ETHEREUM ? undefined : await ask(BigInt((0x80000000 | chainId) >>> 0))
    return own ?? (await ask(ETHER))
  }, signal)
}

/** The primary name of an address, which resolves back to it, normalized (ENSIP-15); undefined if there is none. Throws NAME_RESOLVE_FAILED, ABORTED. */
export async function nameOfAddress(
  address: string,
  ethereum: Network,
  context: RpcContext,
  signal?: AbortSignal,
): Promise<string | undefined> {
  return named(async () => {
    const name = await getEnsName(client(ethereum, context), { address: address as `0x${string}`, universalResolverAddress })
    // A name that is not normalized may look like another one.
    return name && (await readName(name)).status === 'normal' ? name : undefined
  }, signal)
}

const universalResolverAddress = mainnet.contracts.ensUniversalResolver.address

// A resolver may redirect to any server (ERC-3668), but visitors' browsers contact the configured hosts only.
const client = (ethereum: Network, context: RpcContext) => ({ ...eip155Client(ethereum, context), ccipRead: false as const })

async function named<Value>(ask: () => Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  try {
    return await untilAborted(ask(), signal)
  } catch (cause) {
    throw new WalletError(signal?.aborted ? 'ABORTED' : 'NAME_RESOLVE_FAILED', { cause })
  }
}
