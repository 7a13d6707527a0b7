import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  getCreate2Address,
  type Hex,
  http,
  pad,
  parseEther,
  parseUnits,
  publicActions,
  walletActions,
} from 'viem'
import exchange from './contracts/abi/Exchange.json' with { type: 'json' }
import { localNetworks, prices } from './networks'
import type { Token } from './token'

// Present on each new anvil; its addresses depend only on the code, so they are the same on each chain.
export const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
export const SALT = pad('0x', { size: 32 })

/** The local exchange, at the same address on each chain. */
export const EXCHANGE_ADDRESS = getCreate2Address({ from: CREATE2_DEPLOYER, salt: SALT, bytecode: exchange.bytecode as Hex })
/** Address by which services and contracts denote a chain's coin. */
export const COIN_ADDRESS = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
/** Coins in each pool, with the same value of the token on the other side. */
const POOL_COINS = 2_000

const testClient = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
type TestClient = ReturnType<typeof testClient>

/** Creates the exchange's pools of the coin with each token, and of the tokens with each other, unless they exist. */
export async function fillPools(chain: TestClient, owner: Address, tokens: readonly Token[]): Promise<void> {
  const chainId = await chain.getChainId()
  const coinPrice = prices[localNetworks.find((each) => each.chainId === chainId)?.symbol ?? 'ETH'] ?? 1
  const reserves = (a: Address, b: Address) =>
    chain.readContract({ address: EXCHANGE_ADDRESS, abi: exchange.abi, functionName: 'reserves', args: [a, b] }) as Promise<
      readonly [bigint, bigint]
    >
  const amountOf = ({ symbol, decimals }: Token) =>
    parseUnits(((POOL_COINS * coinPrice) / (prices[symbol] ?? 1)).toFixed(Math.min(decimals, 6)), decimals)
  const send = async (to: Address, data: Hex, value = 0n) => {
    const hash = await chain.sendTransaction({ account: owner, chain: null, to, data, value })
    await chain.waitForTransactionReceipt({ hash, timeout: 10_000 })
  }
  const pairs = tokens.flatMap((token, at) => [
    { token, other: undefined },
    ...tokens.slice(at + 1).map((other) => ({ token, other })),
  ])
  for (const { token, other } of pairs) {
    const [held] = await reserves(token.address, other?.address ?? COIN_ADDRESS)
    if (held > 0n) continue
    for (const each of [token, ...(other ? [other] : [])]) {
      const amount = amountOf(each)
      await chain.request({ method: 'anvil_dealERC20', params: [owner, each.address, `0x${amount.toString(16)}`] } as never)
      await send(each.address, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [EXCHANGE_ADDRESS, amount] }))
    }
    const [a, b] = [amountOf(token), other ? amountOf(other) : parseEther(String(POOL_COINS))]
    const args = [token.address, other?.address ?? COIN_ADDRESS, a, b]
    await send(EXCHANGE_ADDRESS, encodeFunctionData({ abi: exchange.abi, functionName: 'fill', args }), other ? 0n : b)
  }
}
