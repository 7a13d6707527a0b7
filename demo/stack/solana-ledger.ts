import { existsSync } from 'node:fs'
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { toBase58 } from '../../src/lib/base58'
import { accountAt, decimalsOf, holdingOf, type LedgerAccount, type LedgerAddress, tokenAmount } from './solana-account'
import { faultOf, RpcRefusal, sentenceOf, type TransactionFault } from './solana-errors'
import { feeOf, type Received } from './solana-transaction'

/** Slots in which a blockhash is good. */
const BLOCKHASH_LIFE = 150n
/** Slots after which nothing takes a block back. */
const FINAL_AFTER = 32n
const SLOT_HASHES = 512
const MAX_HISTORY = 20_000

export type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: ReturnType<typeof tokenAmount>
}
type Balances = { readonly lamports: number[]; readonly tokens: TokenBalance[] }

/** A transaction that is in a block, failed ones included. */
export type Landed = {
  readonly slot: bigint
  readonly at: number
  readonly fault: TransactionFault | null
  readonly logs: readonly string[]
  readonly units: number
  readonly fee: number
  readonly inner: readonly (readonly InnerCall[])[]
  readonly keys: readonly string[]
  readonly before: Balances
  readonly after: Balances
  /** Undefined for an airdrop, which the ledger makes itself. */
  readonly received?: Received
}
type InnerCall = { programIdIndex: number; accounts: number[]; data: string; stackHeight: number }

type Simulated = {
  readonly fault: TransactionFault | null
  readonly logs: readonly string[]
  readonly units: number
  readonly inner: readonly (readonly InnerCall[])[]
  readonly accountsAfter: ReadonlyMap<string, LedgerAccount>
}

export type Ledger = ReturnType<typeof createLedger>

/** A Solana of one process: a block every `slotMs`, as many as there are; `state` is the file it starts from, if it is there. */
export function createLedger({ slotMs = 400, state }: { slotMs?: number; state?: string | undefined } = {}) {
  const svm = state && existsSync(state) ? LiteSVM.loadFromFile(state) : new LiteSVM()
  // The ledger knows its latest blockhash only, so the last 150 are kept here.
  svm.withBlockhashCheck(false).withTransactionHistory(100_000n)
  const hashes = new Map<string, bigint>()
  const landed = new Map<string, Landed>()
  const ticks = new Set<() => void>()
  let slot = svm.getClock().slot

  function tick() {
    slot++
    svm.expireBlockhash()
    svm.warpToSlot(slot)
    const clock = svm.getClock()
    clock.unixTimestamp = BigInt(Math.floor(Date.now() / 1000))
    svm.setClock(clock)
    // Programs that make lookup tables ask which slots there were; the ledger's own list is its only source of entries.
    const [entry] = svm.getSlotHashes()
    if (entry) {
      Object.assign(entry, { slot: slot - 1n, hash: svm.latestBlockhash() })
      svm.setSlotHashes([entry, ...svm.getSlotHashes()].slice(0, SLOT_HASHES))
    }
    hashes.set(svm.latestBlockhash(), slot + BLOCKHASH_LIFE)
    for (const [hash, lastSlot] of hashes) if (lastSlot < slot) hashes.delete(hash)
    for (const listener of ticks) listener()
  }
  tick()
  const timer = setInterval(tick, slotMs)

  const keysOf = ({ message }: Received): string[] => {
    const tables = message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => {
      const data = accountAt(svm, accountKey.toBase58())?.data ?? new Uint8Array()
      const at = (index: number) => toBase58(data.slice(56 + 32 * index, 88 + 32 * index))
      return { writable: writableIndexes.map(at), readonly: readonlyIndexes.map(at) }
    })
    const own = message.staticAccountKeys.map((key) => key.toBase58())
    return [...own, ...tables.flatMap(({ writable }) => writable), ...tables.flatMap((table) => table.readonly)]
  }

  const balancesOf = (keys: readonly string[]): Balances => ({
    lamports: keys.map((key) => Number(svm.getBalance(key as LedgerAddress) ?? 0n)),
    tokens: keys.flatMap((key, accountIndex) => {
      const account = accountAt(svm, key)
      const holding = account && holdingOf(account)
      if (!account || !holding) return []
      const { mint, owner, amount } = holding
      const uiTokenAmount = tokenAmount(amount, decimalsOf(svm, mint))
      return { accountIndex, mint, owner, programId: account.programAddress, uiTokenAmount }
    }),
  })

  function keep(signature: string, entry: Landed) {
    landed.set(signature, entry)
    const [oldest] = landed.keys()
    if (landed.size > MAX_HISTORY && oldest) landed.delete(oldest)
  }

  const ledger = {
    svm,
    /** Account keys of a transaction, those of lookup tables after its own. */
    keysOf,
    landed: landed as ReadonlyMap<string, Landed>,
    slot: () => slot,
    latest: () => ({ blockhash: svm.latestBlockhash() as string, lastValidBlockHeight: Number(slot + BLOCKHASH_LIFE) }),
    knowsHash: (hash: string) => hashes.has(hash),
    confirmationOf: ({ slot: at }: Landed) => (slot - at >= FINAL_AFTER ? 'finalized' : slot > at ? 'confirmed' : 'processed'),

    airdrop(address: string, lamports: bigint): string {
      const keys = [address]
      const before = balancesOf(keys)
      const done = svm.airdrop(address as LedgerAddress, lamports as Parameters<LiteSVM['airdrop']>[1])
      if (!done || done instanceof FailedTransactionMetadata) throw new RpcRefusal(-32603, 'The airdrop failed')
      const signature = toBase58(done.signature())
      const meta = { fault: null, logs: done.logs(), units: Number(done.computeUnitsConsumed()), inner: [] }
      keep(signature, { slot, at: now(), fee: 0, keys, before, after: balancesOf(keys), ...meta })
      return signature
    },

    simulate(received: Received, { verify }: { verify: boolean }): Simulated {
      svm.withSigverify(verify)
      try {
        const done = svm.simulateTransaction(received.ledger)
        const failed = done instanceof FailedTransactionMetadata
        const after = failed ? [] : done.postAccounts().map((account) => [account.address as string, account] as const)
        return { ...metaOf(done.meta()), fault: failed ? faultOf(done) : null, accountsAfter: new Map(after) }
      } finally {
        svm.withSigverify(true)
      }
    },

    /** Puts a transaction into the next block, also one that fails there. Throws RpcRefusal when preflight stops it. */
    send(received: Received, { skipPreflight }: { skipPreflight: boolean }): string {
      const { signature, message } = received
      const refused = (fault: TransactionFault, meta: Partial<Simulated> = {}) => {
        const data = { accounts: null, err: fault, logs: meta.logs ?? [], unitsConsumed: meta.units ?? 0, returnData: null }
        return new RpcRefusal(-32002, `Transaction simulation failed: ${sentenceOf(fault)}`, data)
      }
      if (received.signatures.some((each) => /^1+$/.test(each)))
        throw new RpcRefusal(-32003, 'Transaction signature verification failure')
      if (landed.has(signature)) {
        if (skipPreflight) return signature
        throw refused('AlreadyProcessed')
      }
      // A node that skips preflight takes it too; it then never lands.
      if (!hashes.has(message.recentBlockhash)) {
        if (skipPreflight) return signature
        throw refused('BlockhashNotFound')
      }
      const trial = ledger.simulate(received, { verify: true })
      if (trial.fault === 'SignatureFailure') throw new RpcRefusal(-32003, 'Transaction signature verification failure')
      if (trial.fault && !skipPreflight) throw refused(trial.fault, trial)
      // Nobody could be charged for it, so no block takes it.
      if (typeof trial.fault === 'string') return signature
      const keys = keysOf(received)
      const before = balancesOf(keys)
      const done = svm.sendTransaction(received.ledger)
      const failed = done instanceof FailedTransactionMetadata
      const meta = { ...metaOf(failed ? done.meta() : done), fault: failed ? faultOf(done) : null }
      const after = balancesOf(keys)
      keep(signature, { slot, at: now(), fee: Number(feeOf(message)), keys, before, after, received, ...meta })
      return signature
    },

    /** Calls `listener` with each new block. Returns its stop. */
    onTick(listener: () => void) {
      ticks.add(listener)
      return () => void ticks.delete(listener)
    },

    stop() {
      clearInterval(timer)
      if (state) svm.saveToFile(state)
    },
  }
  return ledger
}

const now = () => Math.floor(Date.now() / 1000)

const metaOf = (meta: TransactionMetadata) => ({
  logs: meta.logs(),
  units: Number(meta.computeUnitsConsumed()),
  inner: meta.innerInstructions().map((calls) =>
    calls.map((call): InnerCall => {
      const instruction = call.instruction()
      const data = toBase58(Uint8Array.from(instruction.data()))
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: [...instruction.accounts()],
        data,
        stackHeight: call.stackHeight(),
      }
    }),
  ),
})
