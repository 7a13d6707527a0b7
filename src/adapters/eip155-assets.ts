import { EVM_ADDRESS } from '../lib/evm-address'
import { decimalOf, formatUnits } from '../lib/format'
import { safeImage } from '../lib/links'
import type { Network } from '../lib/network'
import { safeParse, z } from '../lib/schema'
import { plainText } from '../lib/text'
import type { TokenBalance } from '../lib/token'
import { getCapabilities } from './eip155-capabilities'
import type { WalletProvider } from './types'
import { askWallet, READ_LIMIT_MS } from './wallet-request'

const MAX_ASSETS = 10_000

const lenient = <Output>(schema: z.ZodMiniType<Output>) => z.catch(z.nullish(schema), undefined)
const Supported = z.object({ assetDiscovery: z.object({ supported: z.literal(true) }) })
const balance = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const Decimals = z.int().check(z.minimum(0), z.maximum(255))
const described = {
  name: lenient(z.string()),
  symbol: lenient(z.string()),
  price: lenient(z.number().check(z.nonnegative())),
  value: lenient(z.number().check(z.nonnegative())),
  iconUrl: lenient(z.string()),
}
const Coin = z.object({
  address: z.literal('native'),
  balance,
  metadata: z.optional(z.object({ ...described, decimals: z.optional(Decimals) })),
})
const Token = z.object({
  address: z.string().check(z.regex(EVM_ADDRESS)),
  balance,
  metadata: z.object({ ...described, decimals: Decimals }),
})
const Assets = z.array(z.union([Coin, Token]))
/** Only one network's list is read, and of it only coin and tokens; the standard has more types. */
const ByChain = z.record(z.string(), z.unknown())
const Typed = z.array(z.looseObject({ type: z.string() })).check(z.maxLength(MAX_ASSETS))
const isMoney = ({ type }: { readonly type: string }) => /^(native|erc20)$/i.test(type)

/** Whether the wallet can list an account's assets on a network (EIP-5792 capability `assetDiscovery`). Throws only ABORTED. */
export const discoversAssets = async (
  provider: WalletProvider,
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<boolean> => safeParse(Supported, await getCapabilities(provider, network, address, signal)).success

/**
 * An account's assets on a network by its wallet (EIP-7811 `wallet_getAssets`); `undefined` if the answer is empty or
 * cannot be read. Throws the wallet's error.
 */
export async function getAssets(
  provider: WalletProvider,
  network: Network,
  address: string,
  signal?: AbortSignal,
): Promise<readonly TokenBalance[] | undefined> {
  const request = { method: 'wallet_getAssets', params: [{ account: address, chainFilter: [hexOf(network)] }] }
  const answer = safeParse(ByChain, await askWallet(provider, request, signal, READ_LIMIT_MS)).data ?? {}
  const own = safeParse(Assets, safeParse(Typed, ofChain(answer, network)).data?.filter(isMoney)).data
  const tokens = own?.map((asset) => toToken(asset, network)).filter(({ quantity }) => quantity.decimals !== '0')
  return tokens && tokens.length > 0 ? tokens : undefined
}

function toToken(
  { address, balance, metadata }: z.infer<typeof Assets>[number],
  { caipNetworkId, nativeCurrency }: Network,
): TokenBalance {
  const { name, symbol, decimals = nativeCurrency.decimals, price, value, iconUrl } = metadata ?? {}
  const isNative = address === 'native'
  return {
    name: plainText(name, 60) || (isNative ? nativeCurrency.name : ''),
    symbol: plainText(symbol, 20) || (isNative ? nativeCurrency.symbol : ''),
    chainId: caipNetworkId,
    address: isNative ? undefined : `${caipNetworkId}:${address}`,
    value: sum(value),
    price: sum(price),
    quantity: { decimals: String(decimals), numeric: formatUnits(BigInt(balance), decimals) },
    iconUrl: safeImage(iconUrl),
  }
}

const sum = (value: number | null | undefined) => (value === undefined || value === null ? undefined : decimalOf(value))

const hexOf = ({ id }: Network) => `0x${Number(id).toString(16)}`

/** Wallets write chain ids in hex of either case. */
function ofChain<Value>(byChain: Readonly<Record<string, Value>>, network: Network): Value | undefined {
  const wanted = hexOf(network)
  return Object.entries(byChain).find(([chain]) => chain.toLowerCase() === wanted)?.[1]
}
