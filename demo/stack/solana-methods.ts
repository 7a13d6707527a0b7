import { PublicKey, VersionedMessage } from '@solana/web3.js'
import * as z from 'zod/mini'
import { fromBase58, toBase58 } from '../../src/lib/base58'
import {
  type AccountOptions,
  accountAt,
  accountsOf,
  decimalsOf,
  encodeAccount,
  holdingOf,
  type LedgerAccount,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  tokenAmount,
} from './solana-account'
import { bodyOf } from './solana-body'
import { RpcRefusal } from './solana-errors'
import type { Landed, Ledger } from './solana-ledger'
import { bytesOf, feeOf, receive } from './solana-transaction'

/** Genesis hash of devnet, whose start is its CAIP-2 reference. */
const DEVNET_GENESIS = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
const MAX_SIGNATURES = 1_000
const MAX_AIRDROP = 10_000_000_000_000n

const Address = z.string().check(z.refine((text) => fromBase58(text)?.length === 32, 'Invalid param: WrongSize'))
const Options = z.catch(
  z.object({
    encoding: z.optional(z.string()),
    dataSlice: z.optional(z.object({ offset: z.int(), length: z.int() })),
    skipPreflight: z.optional(z.boolean()),
    sigVerify: z.optional(z.boolean()),
    replaceRecentBlockhash: z.optional(z.boolean()),
    innerInstructions: z.optional(z.boolean()),
    accounts: z.optional(z.object({ encoding: z.optional(z.string()), addresses: z.array(z.string()) })),
    filters: z.optional(z.array(z.unknown())),
    limit: z.optional(z.int()),
    before: z.optional(z.nullable(z.string())),
    until: z.optional(z.nullable(z.string())),
    maxSupportedTransactionVersion: z.optional(z.int()),
  }),
  {},
)
const TokenFilter = z.union([z.object({ mint: Address }), z.object({ programId: Address })])
const DataSize = z.object({ dataSize: z.int() })
const Memcmp = z.object({ memcmp: z.object({ offset: z.int(), bytes: z.string(), encoding: z.optional(z.string()) }) })

type Params = readonly unknown[]
export type Methods = Readonly<Record<string, (params: Params) => unknown>>

/** The JSON-RPC methods of a Solana node, as far as wallets and pages use them (https://solana.com/docs/rpc/http). */
export function createMethods(ledger: Ledger): Methods {
  const { svm } = ledger
  const context = () => ({ apiVersion: '2.3.0', slot: Number(ledger.slot()) })
  const withContext = (value: unknown) => ({ context: context(), value })
  const slot = () => Number(ledger.slot())
  const account = (key: unknown, options: AccountOptions) => {
    const found = accountAt(svm, read(Address, key))
    return found ? encodeAccount(svm, found, options) : null
  }
  const keyed = (list: readonly LedgerAccount[], options: AccountOptions) =>
    list.map((each) => ({ pubkey: each.address, account: encodeAccount(svm, each, options) }))

  function simulate([text, given]: Params) {
    const options = read(Options, given)
    const received = receive(bytesOf(text, options.encoding ?? 'base58'))
    const empty = { accounts: null, logs: [], returnData: null, unitsConsumed: 0 }
    if (!options.replaceRecentBlockhash && !ledger.knowsHash(received.message.recentBlockhash))
      return withContext({ ...empty, err: 'BlockhashNotFound' })
    const { fault, logs, units, inner, accountsAfter } = ledger.simulate(received, { verify: options.sigVerify === true })
    const most = received.message.staticAccountKeys.length
    if ((options.accounts?.addresses.length ?? 0) > most) throw new RpcRefusal(-32602, `Too many accounts provided; max ${most}`)
    const wanted = options.accounts?.addresses.map((key) => {
      const found = accountsAfter.get(key) ?? accountAt(svm, key)
      return found && found.lamports > 0n ? encodeAccount(svm, found, { encoding: options.accounts?.encoding ?? 'base64' }) : null
    })
    return withContext({
      err: fault,
      logs,
      accounts: fault ? (wanted?.map(() => null) ?? null) : (wanted ?? null),
      unitsConsumed: units,
      returnData: null,
      ...(options.innerInstructions && { innerInstructions: inner.map((instructions, index) => ({ index, instructions })) }),
      ...(options.replaceRecentBlockhash && { replacementBlockhash: ledger.latest() }),
    })
  }

  function history([key, given]: Params) {
    const address = read(Address, key)
    const { limit = MAX_SIGNATURES, before, until } = read(Options, given)
    const newest = [...ledger.landed].reverse().filter(([, { keys }]) => keys.includes(address))
    const from = before ? newest.findIndex(([signature]) => signature === before) + 1 : 0
    const to = until ? newest.findIndex(([signature]) => signature === until) : -1
    return newest
      .slice(from, to < 0 ? undefined : to)
      .slice(0, Math.min(limit, MAX_SIGNATURES))
      .map(([signature, landed]) => ({
        signature,
        slot: Number(landed.slot),
        blockTime: landed.at,
        err: landed.fault,
        memo: null,
        confirmationStatus: ledger.confirmationOf(landed),
      }))
  }

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.3.0', 'feature-set': 0 }),
    getGenesisHash: () => DEVNET_GENESIS,
    getSlot: slot,
    getBlockHeight: slot,
    getFirstAvailableBlock: () => 0,
    minimumLedgerSlot: () => 0,
    getTransactionCount: () => ledger.landed.size,
    getBlockTime: () => Math.floor(Date.now() / 1000),
    getEpochInfo: () => ({
      absoluteSlot: slot(),
      blockHeight: slot(),
      epoch: Math.floor(slot() / 432_000),
      slotIndex: slot() % 432_000,
      slotsInEpoch: 432_000,
      transactionCount: ledger.landed.size,
    }),
    getLatestBlockhash: () => withContext(ledger.latest()),
    isBlockhashValid: ([hash]) => withContext(ledger.knowsHash(String(hash))),
    getBalance: ([key]) => withContext(Number(accountAt(svm, read(Address, key))?.lamports ?? 0n)),
    getAccountInfo: ([key, options]) => withContext(account(key, read(Options, options) as AccountOptions)),
    getMultipleAccounts: ([keys, options]) =>
      withContext(read(z.array(Address), keys).map((key) => account(key, read(Options, options) as AccountOptions))),
    getMinimumBalanceForRentExemption: ([length]) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(read(z.int().check(z.nonnegative()), length)))),
    getTokenAccountBalance: ([key]) => {
      const found = accountAt(svm, read(Address, key))
      const holding = found && holdingOf(found)
      if (!holding) throw new RpcRefusal(-32602, 'Invalid param: not a Token account')
      return withContext(tokenAmount(holding.amount, decimalsOf(svm, holding.mint)))
    },
    getTokenSupply: ([key]) => {
      const mint = accountAt(svm, read(Address, key))
      if (!mint || mint.data.length < 82) throw new RpcRefusal(-32602, 'Invalid param: not a Token mint')
      return withContext(tokenAmount(Buffer.from(mint.data).readBigUInt64LE(36), mint.data[44] ?? 0))
    },
    getTokenAccountsByOwner: ([owner, filter, options]) => {
      const [address, wanted] = [read(Address, owner), read(TokenFilter, filter)]
      const programs = 'programId' in wanted ? [wanted.programId] : [TOKEN_PROGRAM, TOKEN_2022_PROGRAM]
      const held = programs
        .flatMap((program) => accountsOf(svm, program))
        .filter((each) => {
          const holding = holdingOf(each)
          return holding?.owner === address && (!('mint' in wanted) || holding.mint === wanted.mint)
        })
      return withContext(keyed(held, read(Options, options) as AccountOptions))
    },
    getProgramAccounts: ([program, given]) => {
      const { filters = [], ...options } = read(Options, given)
      const found = accountsOf(svm, read(Address, program)).filter((each) => filters.every((filter) => passes(each, filter)))
      return keyed(found, options as AccountOptions)
    },
    getFeeForMessage: ([text]) => {
      const message = VersionedMessage.deserialize(bytesOf(text, 'base64'))
      return withContext(ledger.knowsHash(message.recentBlockhash) ? Number(feeOf(message)) : null)
    },
    getRecentPrioritizationFees: () => [],
    requestAirdrop: ([key, lamports]) => {
      const amount = BigInt(read(z.int().check(z.positive()), lamports))
      if (amount > MAX_AIRDROP) throw new RpcRefusal(-32602, 'Invalid param: more than the faucet gives')
      return ledger.airdrop(read(Address, key), amount)
    },
    simulateTransaction: simulate,
    sendTransaction: ([text, given]) => {
      const { encoding = 'base58', skipPreflight = false } = read(Options, given)
      return ledger.send(receive(bytesOf(text, encoding)), { skipPreflight })
    },
    getSignatureStatuses: ([list]) =>
      withContext(read(z.array(z.string()), list).map((signature) => statusOf(ledger, ledger.landed.get(signature)))),
    getSignaturesForAddress: history,
    getTransaction: ([signature, given]) => {
      const landed = ledger.landed.get(read(z.string(), signature))
      const { encoding = 'json', maxSupportedTransactionVersion } = read(
        Options,
        typeof given === 'string' ? { encoding: given } : given,
      )
      if (landed?.received?.message.version === 0 && maxSupportedTransactionVersion === undefined)
        throw new RpcRefusal(
          -32015,
          'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
        )
      return landed ? bodyOf(landed, String(signature), encoding) : null
    },
  }
}

function statusOf(ledger: Ledger, landed: Landed | undefined) {
  if (!landed) return null
  const confirmationStatus = ledger.confirmationOf(landed)
  return {
    slot: Number(landed.slot),
    confirmations: confirmationStatus === 'finalized' ? null : Number(ledger.slot() - landed.slot),
    err: landed.fault,
    status: landed.fault ? { Err: landed.fault } : { Ok: null },
    confirmationStatus,
  }
}

function passes({ data }: LedgerAccount, filter: unknown): boolean {
  const size = z.safeParse(DataSize, filter)
  if (size.success) return data.length === size.data.dataSize
  const { offset, bytes, encoding } = read(Memcmp, filter).memcmp
  const wanted = bytesOf(bytes, encoding ?? 'base58')
  return toBase58(data.slice(offset, offset + wanted.length)) === toBase58(wanted)
}

function read<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) throw new RpcRefusal(-32602, `Invalid params: ${parsed.error.issues[0]?.message ?? 'not as expected'}`)
  return parsed.data
}

/** Address of the token account that an owner has by default. */
export function associatedAccount(owner: string, mint: string, program: string): string {
  const seeds = [owner, program, mint].map((key) => new PublicKey(key).toBuffer())
  return PublicKey.findProgramAddressSync(seeds, ASSOCIATED_TOKEN_PROGRAM)[0].toBase58()
}

const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
