import { VersionedTransaction } from '@solana/web3.js'
import { fromBase58, toBase58 } from '../../src/lib/base58'
import { toBase64 } from '../../src/lib/base64'
import { askPerson } from './approval'
import type { Asked } from './asked'
import { callChain, siteConfig } from './chains'
import { signInRisks, textOf } from './decode'
import { keysOf } from './keys'
import type { Preview } from './preview'
import { type SolanaKey, solanaKey } from './solana-key'

const SYSTEM = '11111111111111111111111111111111'
const BUDGET = 'ComputeBudget111111111111111111111111111111'
const TOKENS = ['TokenkegQfeZyiNwAJbNbGKPFXCvuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const ACCOUNTS = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

type Given = Record<string, unknown>

/** Answers a request on Solana; payloads are base58 both ways (facts: frame protocol §5.4). Throws with a text for the page. */
export async function answerSolana({ method, params, site, person }: Asked): Promise<unknown> {
  const { message, pubkey, transaction, transactions, options } = (params ?? {}) as Given
  const key = await solanaKey((await keysOf(person)).solana)
  if (pubkey !== undefined && pubkey !== key.address) throw new Error('This account is not the one in use')
  switch (method) {
    case 'solana_signMessage': {
      const bytes = typeof message === 'string' ? fromBase58(message) : undefined
      if (!bytes) throw new Error('Expected a message')
      return askPerson(site, previewText(key, bytes, site), async () => ({ signature: toBase58(await key.sign(bytes)) }))
    }
    case 'solana_signTransaction': {
      const read = readTransaction(transaction, key)
      return askPerson(site, await preview([read], key), async () => ({ transaction: await signed(read, key) }))
    }
    case 'solana_signAllTransactions': {
      const all = (Array.isArray(transactions) ? transactions : []).map((each) => readTransaction(each, key))
      if (all.length === 0) throw new Error('Expected transactions')
      return askPerson(site, await preview(all, key), async () => ({
        transactions: await Promise.all(all.map((each) => signed(each, key))),
      }))
    }
    case 'solana_signAndSendTransaction': {
      const read = readTransaction(transaction, key)
      return askPerson(site, await preview([read], key), async () => {
        const wire = toBase64(fromBase58(await signed(read, key)) ?? new Uint8Array())
        const settings = { ...(typeof options === 'object' && options), encoding: 'base64' }
        return { signature: await onSolana<string>('sendTransaction', [wire, settings]) }
      })
    }
    default:
      throw new Error('Method not supported')
  }
}

const onSolana = async <T>(method: string, params: unknown) => callChain<T>((await siteConfig()).solana.rpc, method, params)

function readTransaction(text: unknown, { address }: SolanaKey): VersionedTransaction {
  const bytes = typeof text === 'string' ? fromBase58(text) : undefined
  try {
    const read = VersionedTransaction.deserialize(bytes ?? new Uint8Array())
    const signers = read.message.staticAccountKeys.slice(0, read.message.header.numRequiredSignatures)
    if (signers.some((each) => each.toBase58() === address)) return read
  } catch {
    throw new Error('Expected a transaction')
  }
  throw new Error('This account does not sign the transaction')
}

async function signed(read: VersionedTransaction, { address, sign }: SolanaKey): Promise<string> {
  const signer = read.message.staticAccountKeys.find((each) => each.toBase58() === address)
  if (!signer) throw new Error('This account does not sign the transaction')
  read.addSignature(signer, await sign(read.message.serialize()))
  return toBase58(read.serialize())
}

function previewText({ address }: SolanaKey, bytes: Uint8Array, site: string): Preview {
  const raw = textOf(bytes)
  return { title: 'Sign a message', risks: signInRisks(raw, site), changes: [], facts: [['From', address]], raw }
}

type Told = { readonly title: string; readonly to?: string; readonly unknown?: string }

/** Describes each instruction; those that only serve others are left out. */
function tell({ message }: VersionedTransaction): readonly Told[] {
  const keys = message.staticAccountKeys.map((each) => each.toBase58())
  return message.compiledInstructions.flatMap(({ programIdIndex, accountKeyIndexes, data }): Told[] => {
    const program = keys[programIdIndex] ?? ''
    const account = (at: number) => keys[accountKeyIndexes[at] ?? -1] ?? ''
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    if (program === BUDGET) return []
    if (program === ACCOUNTS) return [{ title: 'Open a token account', to: account(2) }]
    if (program === SYSTEM && data.length === 12 && view.getUint32(0, true) === 2)
      return [{ title: `Send ${inSol(view.getBigUint64(4, true))}`, to: account(1) }]
    // Transfer, TransferChecked, Approve: the amount follows the instruction's number.
    const kind = TOKENS.includes(program) && data.length >= 9 ? data[0] : undefined
    if (kind === 3) return [{ title: `Send ${view.getBigUint64(1, true)} units of a token`, to: account(1) }]
    if (kind === 12)
      return [{ title: `Send ${scaled(view.getBigUint64(1, true), data[9] ?? 0)} of ${account(1)}`, to: account(2) }]
    if (kind === 4) return [{ title: 'Allow spending of a token', to: account(1), unknown: 'It may spend without asking again.' }]
    return [{ title: 'Use a program', to: program, unknown: `What ${program} does is not known here.` }]
  })
}

async function preview(all: readonly VersionedTransaction[], { address }: SolanaKey): Promise<Preview> {
  const told = all.flatMap(tell)
  const failed = (await Promise.all(all.map((each) => wouldFail(each)))).find(Boolean)
  const fee = all.reduce((sum, { message }) => sum + 5_000n * BigInt(message.header.numRequiredSignatures), 0n)
  const titles = told.map(({ title }) => title)
  return {
    title: titles.length > 1 ? `${titles.length} steps: ${titles.join(', ')}` : (titles[0] ?? 'Transaction'),
    risks: [
      ...(failed ? [{ title: 'This would fail', text: failed }] : []),
      ...told.flatMap(({ title, unknown }) => (unknown ? [{ title, text: unknown }] : [])),
    ],
    changes: [],
    facts: [
      ['From', address],
      ...told.flatMap(({ to }) => (to ? [['To', to] as const] : [])),
      ['Network', 'Solana Devnet'],
      ['Network fee', inSol(fee)],
    ],
    raw: all.map((each) => toBase64(each.serialize())).join('\n'),
  }
}

/** The network's reason for refusing the transaction; undefined if it would not, or does not say. */
async function wouldFail(transaction: VersionedTransaction): Promise<string | undefined> {
  const settings = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true }
  const asked = onSolana<{ value: { err: unknown } }>('simulateTransaction', [toBase64(transaction.serialize()), settings])
  const { value } = await asked.catch(() => ({ value: { err: null } }))
  return value.err ? 'The network would refuse it.' : undefined
}

const inSol = (lamports: bigint) => `${scaled(lamports, 9)} SOL`

function scaled(units: bigint, decimals: number): string {
  if (decimals === 0) return String(units)
  const text = units.toString().padStart(decimals + 1, '0')
  const fraction = text.slice(-decimals).replace(/0+$/, '')
  return `${text.slice(0, -decimals)}${fraction && `.${fraction}`}`
}
