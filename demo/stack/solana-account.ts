import type { LiteSVM } from 'litesvm'
import { toBase58 } from '../../src/lib/base58'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
/** Length of a token account without extensions, and of a mint. */
export const TOKEN_ACCOUNT_LENGTH = 165
export const MINT_LENGTH = 82

export type LedgerAddress = Parameters<LiteSVM['getAccount']>[0]
export type LedgerAccount = Parameters<LiteSVM['setAccount']>[0]

export type TokenAmount = { amount: string; decimals: number; uiAmount: number; uiAmountString: string }
type TokenHolding = { mint: string; owner: string; amount: bigint; state: string; program: string }

/** An account that exists; the ledger keeps emptied ones. */
export function accountAt(svm: LiteSVM, address: string): LedgerAccount | undefined {
  const account = svm.getAccount(address as LedgerAddress)
  return account.exists && account.lamports > 0n ? account : undefined
}

/** Every account that a program owns. */
export const accountsOf = (svm: LiteSVM, program: string): LedgerAccount[] =>
  svm.getProgramAccounts(program as LedgerAddress).filter(({ lamports }) => lamports > 0n)

/** What a token account holds, of either token program; undefined for any other account. */
export function holdingOf({ programAddress, data }: LedgerAccount): TokenHolding | undefined {
  const program = programAddress === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022'
  if (program !== 'spl-token' && programAddress !== TOKEN_2022_PROGRAM) return undefined
  // A longer one says after the base what it is: 2 is a token account, 1 a mint with extensions.
  if (data.length < TOKEN_ACCOUNT_LENGTH || (data.length > TOKEN_ACCOUNT_LENGTH && data[TOKEN_ACCOUNT_LENGTH] !== 2))
    return undefined
  const state = ['uninitialized', 'initialized', 'frozen'][data[108] ?? 0] ?? 'uninitialized'
  return {
    mint: toBase58(data.slice(0, 32)),
    owner: toBase58(data.slice(32, 64)),
    amount: Buffer.from(data).readBigUInt64LE(64),
    state,
    program,
  }
}

/** Decimals of a mint; 0 where there is none. */
export const decimalsOf = (svm: LiteSVM, mint: string): number => accountAt(svm, mint)?.data[44] ?? 0

/** An amount as the RPC writes it: exact as text, and as people read it. */
export function tokenAmount(amount: bigint, decimals: number): TokenAmount {
  const text = String(amount).padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  const fraction = text.slice(text.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** An account in the encoding that was asked for. */
export function encodeAccount(svm: LiteSVM, account: LedgerAccount, { encoding, dataSlice }: AccountOptions = {}) {
  const { lamports, programAddress: owner, executable, data } = account
  const frame = { lamports: Number(lamports), owner, executable, rentEpoch: 0, space: data.length }
  const parsed = encoding === 'jsonParsed' && parse(svm, account)
  if (parsed) return { ...frame, data: parsed }
  const part = dataSlice ? data.slice(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  if (encoding === 'base58') return { ...frame, data: [toBase58(Uint8Array.from(part)), 'base58'] }
  return { ...frame, data: [Buffer.from(part).toString('base64'), 'base64'] }
}

export type AccountOptions = { encoding?: string; dataSlice?: { offset: number; length: number } }

function parse(svm: LiteSVM, account: LedgerAccount) {
  const holding = holdingOf(account)
  const space = account.data.length
  if (holding) {
    const { mint, owner, amount, state, program } = holding
    const info = { isNative: false, mint, owner, state, tokenAmount: tokenAmount(amount, decimalsOf(svm, mint)) }
    return { program, parsed: { type: 'account', info }, space }
  }
  const program = { [TOKEN_PROGRAM]: 'spl-token', [TOKEN_2022_PROGRAM]: 'spl-token-2022' }[account.programAddress as string]
  if (!program || (space !== MINT_LENGTH && account.data[TOKEN_ACCOUNT_LENGTH] !== 1)) return undefined
  const bytes = Buffer.from(account.data)
  const authority = (at: number) => (bytes.readUInt32LE(at) ? toBase58(account.data.slice(at + 4, at + 36)) : null)
  const info = {
    decimals: bytes[44],
    supply: String(bytes.readBigUInt64LE(36)),
    isInitialized: bytes[45] === 1,
    mintAuthority: authority(0),
    freezeAuthority: authority(46),
  }
  return { program, parsed: { type: 'mint', info }, space }
}
