import { encodeDeployData, encodeFunctionData, erc20Abi, getContractAddress, type Hex, numberToHex, parseEther } from 'viem'
import seeds from './contracts/abi/Seeds.json'
import { rpcBatch } from './rpc'

/** Pays for the seeding, and sends and receives the coins. */
const GARDENER = '0x000000000000000000000000000000000000de92'
/** Tokens made by one transaction: few enough that a page of the history stays small. */
const TOKENS_EACH = 25
const GAS = { move: 60_000n, plant: 12_000_000n, deploy: 3_000_000n }
/** Transactions that fit into one block of the local chain. */
const BATCH = 400
/** How often a batch is sent until all of it is mined. */
const ATTEMPTS = 20

type Sent = { readonly from: string; readonly to?: string; readonly data?: Hex; readonly value?: Hex; readonly gas: Hex }
type Seeding = { readonly account: string; readonly transactions: number; readonly tokens: number }

/**
 * Fills an account of a local chain (anvil at `url`) with tokens, each an ERC-20 of its own, and with transactions of which every
 * second is its own: coins, tokens and approvals, both ways. All of it happens on the chain. Tells how far it is.
 */
export async function seed(url: string, { account, transactions, tokens }: Seeding, told: (words: string) => void = () => {}) {
  const rpc = async (method: string, ...params: unknown[]) => (await rpcBatch(url, [{ method, params }]))[0]
  await rpc('anvil_setBalance', GARDENER, numberToHex(parseEther('1000000')))
  await rpc('anvil_setBalance', account, numberToHex(parseEther('1000')))
  for (const each of [GARDENER, account]) await rpc('anvil_impersonateAccount', each)
  const nonces = new Map<string, number>()
  for (const each of [GARDENER, account]) nonces.set(each, Number(await rpc('eth_getTransactionCount', each, 'latest')))

  /** Sends all and mines them. Anvil's pool sometimes loses part of a batch: lost ones are sent again. */
  async function send(list: readonly Sent[]) {
    for (let first = 0; first < list.length; first += BATCH) {
      let open = list.slice(first, first + BATCH).map((each) => {
        const nonce = nonces.get(each.from) ?? 0
        nonces.set(each.from, nonce + 1)
        return { ...each, nonce: numberToHex(nonce) }
      })
      for (let times = 0; open.length > 0; times++) {
        if (times === ATTEMPTS) throw new Error(`The chain does not take ${open.length} transactions.`)
        // One that is in the pool after all is refused, and counts as mined.
        const calls = open.map((each) => ({ method: 'eth_sendTransaction', params: [each] }))
        await rpcBatch(url, calls, { allowFailure: true })
        do await rpc('anvil_mine', '0x1')
        while (Number(((await rpc('txpool_status')) as { pending: string }).pending) > 0)
        const mined = new Map<string, number>()
        for (const each of nonces.keys()) mined.set(each, Number(await rpc('eth_getTransactionCount', each, 'latest')))
        open = open.filter(({ from, nonce }) => Number(nonce) >= (mined.get(from) ?? 0))
      }
      told(`${Math.min(first + BATCH, list.length)} of ${list.length} transactions`)
    }
  }

  await rpc('evm_setAutomine', false)
  try {
    const code = encodeDeployData({ abi: seeds.abi, bytecode: seeds.bytecode as Hex })
    const nonce = nonces.get(GARDENER) ?? 0
    await send([{ from: GARDENER, data: code, gas: numberToHex(GAS.deploy) }])
    const garden = getContractAddress({ from: GARDENER, nonce: BigInt(nonce) })
    // The first contract that it creates is the template, the second one the first token.
    const token = getContractAddress({ from: garden, nonce: 2n })
    const plant = (from: number): Sent => {
      const count = Math.min(TOKENS_EACH, tokens - from)
      const args = [account, BigInt(from), BigInt(count), parseEther('10')]
      const data = encodeFunctionData({ abi: seeds.abi, functionName: 'plant', args })
      return { from: GARDENER, to: garden, data, gas: numberToHex(GAS.plant) }
    }
    const plants = Array.from({ length: Math.ceil(tokens / TOKENS_EACH) }, (_, i) => plant(i * TOKENS_EACH))
    await send(plants)
    await send(
      Array.from({ length: Math.max(0, transactions - plants.length) }, (_, i) => moved(account, tokens > 0 ? token : garden, i)),
    )
  } finally {
    await rpc('evm_setAutomine', true)
    await rpc('anvil_stopImpersonatingAccount', account)
  }
}

/** A typical transaction: a coin transfer in or out, or a token approval. */
function moved(account: string, token: string, index: number): Sent {
  const value = numberToHex(parseEther('0.001') + BigInt(index))
  const gas = numberToHex(GAS.move)
  if (index % 10 === 9) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [GARDENER, BigInt(index)] })
    return { from: account, to: token, data, gas }
  }
  return index % 2 ? { from: account, to: GARDENER, value, gas } : { from: GARDENER, to: account, value, gas }
}
