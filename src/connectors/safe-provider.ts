import { EVM_ADDRESS } from '../lib/evm-address'
import { safeParse, z } from '../lib/schema'
import { toChecksum } from './eip155-values'
import { ANSWER_LIMIT_MS } from './limits'
import { askSafe, rpcError } from './safe-frame'
import { executed, Hash, signatureOf, transactionOf } from './safe-outcome'
import type { Provider } from './types'
import { waitFor } from './wait'

const MAX_CALLS = 1_000

const Address = z.string().check(z.regex(EVM_ADDRESS))
const Quantity = z.string().check(z.regex(/^0x[\da-f]{1,64}$/i))
const Bytes = z.string().check(z.regex(/^0x([\da-f]{2})*$/i))
const Info = z.object({ safeAddress: Address, chainId: z.int().check(z.positive()) })
const call = { to: Address, value: z.optional(Quantity), data: z.optional(Bytes) }
const Call = z.object(call)
const Transaction = z.object({
  ...call,
  from: z.optional(Address),
  chainId: z.optional(Quantity),
  // Some libraries call `data` `input`, as geth does.
  input: z.optional(Bytes),
})
const Calls = z.object({
  from: z.optional(Address),
  chainId: Quantity,
  calls: z.array(Call).check(z.minLength(1), z.maxLength(MAX_CALLS)),
  capabilities: z.optional(z.record(z.string(), z.unknown())),
})
const Sent = z.object({ safeTxHash: Hash })

type Safe = { readonly address: string; readonly chainId: number }
type Params = readonly unknown[]

/** Safe's account that this app is shown for; undefined if the answer cannot be read. */
export function readSafe(info: unknown): Safe | undefined {
  const { data } = safeParse(Info, info)
  return data && { address: toChecksum(data.safeAddress), chainId: data.chainId }
}

/** Asked each time: Safe signs with the account that it shows at that moment. */
async function safe(): Promise<Safe> {
  const found = readSafe(await waitFor(askSafe('getSafeInfo'), { limitMs: ANSWER_LIMIT_MS }))
  if (!found) throw rpcError(-32603, 'Safe names no account')
  return found
}

/** Read methods that are passed on to Safe's node; no others are. */
const READS = /^eth_(call|gasPrice|estimateGas|get(Balance|Code|Logs|StorageAt|TransactionCount|Transaction\w*|Block\w*))$/

const hex = (value: number) => `0x${value.toString(16)}`

function given<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = safeParse(schema, value)
  if (!parsed.success) throw rpcError(-32602, 'Invalid parameters')
  return parsed.data
}

/** The Safe, if its account and chain are those of the request. Throws 4100, 4901. */
async function meant({ from, chainId }: { from?: unknown; chainId?: unknown }): Promise<Safe> {
  const found = await safe()
  if (from !== undefined && String(from).toLowerCase() !== found.address.toLowerCase())
    throw rpcError(4100, 'Another account than the Safe')
  if (chainId !== undefined && Number(chainId) !== found.chainId) throw rpcError(4901, 'Another chain than the Safe is on')
  return found
}

/** Hands calls to Safe as one transaction, without retries; resolves to Safe's own hash of it. */
async function send(calls: readonly z.output<typeof Call>[]): Promise<string> {
  const txs = calls.map(({ to, value = '0x0', data = '0x' }) => ({ to, value: String(BigInt(value)), data }))
  const sent = safeParse(Sent, await askSafe('sendTransactions', { txs }))
  if (!sent.success) throw rpcError(-32603, 'Safe named no transaction')
  return sent.data.safeTxHash
}

/** The text to sign: Safe shows it as sent. Bytes are sent as hex only if they are not text. */
function textOf(data: unknown): string {
  const bytes = safeParse(Bytes, data)
  if (!bytes.success) return given(z.string(), data)
  const raw = Uint8Array.from(bytes.data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
  } catch {
    return bytes.data
  }
}

function typedIn(typed: unknown): unknown {
  try {
    return typeof typed === 'string' ? JSON.parse(typed) : typed
  } catch {
    throw rpcError(-32602, 'Invalid parameters')
  }
}

async function sign(method: string, params: object, address: unknown): Promise<string> {
  await meant({ from: given(Address, address) })
  // Lets owners sign off-chain where the Safe can (ERC-1271); the answer does not matter.
  askSafe('rpcCall', { call: 'safe_setSettings', params: [{ offChainSigning: true }] }).catch(() => {})
  return signatureOf(await askSafe(method, params))
}

const signTyped = async ([address, typed]: Params) => sign('signTypedMessage', { typedData: typedIn(typed) }, address)
const accounts = async () => [(await safe()).address]

const methods: Record<string, (params: Params) => Promise<unknown>> = {
  eth_accounts: accounts,
  eth_requestAccounts: accounts,
  eth_chainId: async () => hex((await safe()).chainId),
  net_version: async () => String((await safe()).chainId),
  eth_blockNumber: async () => Reflect.get(Object(await read('eth_getBlockByNumber', ['latest', false])), 'number'),
  personal_sign: async ([data, address]) => sign('signMessage', { message: textOf(data) }, address),
  eth_signTypedData: signTyped,
  eth_signTypedData_v4: signTyped,
  // Owners may take hours: there is no transaction hash until one of them executes it.
  async eth_sendTransaction([transaction]) {
    const { input, data = input, ...rest } = given(Transaction, transaction)
    await meant(rest)
    return executed(await send([{ ...rest, data }]))
  },
  async wallet_sendCalls([request]) {
    const { calls, capabilities = {}, ...rest } = given(Calls, request)
    const needed = Object.entries(capabilities).find(([, each]) => Object(each).optional !== true)
    if (needed) throw rpcError(5700, `Safe has no ${needed[0].slice(0, 40)}`)
    await meant(rest)
    return { id: await send(calls) }
  },
  async wallet_getCallsStatus([id]) {
    const { chainId } = await safe()
    const { status, hash } = await transactionOf(given(z.string(), id))
    const receipt = hash && (await read('eth_getTransactionReceipt', [hash]))
    // A mined transaction counts once its receipt is there.
    const code = status === 'CANCELLED' ? 400 : !receipt ? 100 : status === 'FAILED' ? 500 : status === 'SUCCESS' ? 200 : 100
    const receipts = receipt && code >= 200 ? [receipt] : []
    return { version: '2.0.0', id, chainId: hex(chainId), atomic: true, status: code, receipts }
  },
  async wallet_getCapabilities([address]) {
    const { chainId } = await meant({ from: address })
    // `signsOnChain` is our own: an empty signature is valid, since the Safe has signed on its chain.
    return { [hex(chainId)]: { atomic: { status: 'supported' }, signsOnChain: { supported: true } } }
  },
  wallet_getPermissions: async () => [],
  async wallet_switchEthereumChain([chain]) {
    if (Number(Object(chain).chainId) !== (await safe()).chainId) throw rpcError(4200, 'A Safe is on one chain')
    return null
  },
}

const read = (call: string, params: Params) => waitFor(askSafe('rpcCall', { call, params }), { limitMs: ANSWER_LIMIT_MS })

/** The Safe around this page as a provider (EIP-1193, EIP-5792). Its chain and account never change while the page lives. */
export function safeProvider(): Provider & Record<'on' | 'removeListener', () => void> {
  return {
    async request({ method, params }) {
      const list: Params = Array.isArray(params) ? params : []
      if (Object.hasOwn(methods, method)) return methods[method]?.(list)
      if (READS.test(method)) return read(method, list)
      throw rpcError(4200, 'Safe has no such method')
    },
    // There are no events, but libraries listen all the same.
    on: () => {},
    removeListener: () => {},
  }
}
