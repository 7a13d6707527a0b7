import {
  ComputeBudgetProgram,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { expect, test } from 'vitest'
import { alice, chain, connection, devnet } from '../../.ci/solana-world'
import { fromBase64 } from '../lib/base64'
import { associatedAccount, createAssociatedAccount, tokenPrograms, transferChecked } from './solana-instructions'
import { transfers } from './solana-transfers'

const context = () => ({ urls: [chain.url], batch: 1000 })
const someone = () => Keypair.generate().publicKey.toBase58()
/** The rent-exempt minimum of an account without data, as displayed. */
const least = async () => `${(await connection.getMinimumBalanceForRentExemption(0)) / LAMPORTS_PER_SOL} SOL`

test('error: too few coins for a new account are refused with the required minimum; it only said that it would fail', async () => {
  const order = { from: alice.publicKey.toBase58(), to: someone(), amount: 500_000n }
  await expect(transfers.prepare(devnet, order, context())).rejects.toMatchObject({
    code: 'TRANSACTION_WOULD_FAIL',
    help: `A new account has to get at least ${await least()}. Nothing was sent.`,
  })
  await expect(transfers.prepare(devnet, { ...order, amount: 900_000n }, context())).resolves.toMatchObject({ fee: 5000n })
})

test('error: so is a token whose new account would leave too little in the sender’s own', async () => {
  const { address: mint = '', decimals = 0 } = chain.tokens[0] ?? {}
  const [bob, program] = [Keypair.generate(), tokenPrograms.token]
  const [token, payer] = [new PublicKey(mint), alice.publicKey]
  const [source, own] = [associatedAccount(payer, token, program), associatedAccount(bob.publicKey, token, program)]
  const rent = await connection.getMinimumBalanceForRentExemption(165)
  const fill = new Transaction().add(
    // Enough for the deposit and the fee, and then less than an account has to keep.
    SystemProgram.transfer({ fromPubkey: payer, toPubkey: bob.publicKey, lamports: rent + 5_000 + 300_000 }),
    createAssociatedAccount({ payer, account: own, owner: bob.publicKey, mint: token, program }),
    transferChecked({ source, mint: token, destination: own, owner: payer, amount: 10n, decimals, program }),
  )
  await sendAndConfirmTransaction(connection, fill, [alice])
  const order = { from: bob.publicKey.toBase58(), to: someone(), amount: 1n, token: mint }
  await expect(transfers.prepare(devnet, order, context())).rejects.toMatchObject({
    code: 'TRANSACTION_WOULD_FAIL',
    help: `Your account has to keep at least ${await least()}. Nothing was sent.`,
  })
})

test('when all or nearly all is sent, the wallet cannot add a fee of its own: Phantom does if the compute units are not set, and Max could not be paid', async () => {
  const bob = Keypair.generate()
  const fill = SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: bob.publicKey, lamports: 10_000_000 })
  await sendAndConfirmTransaction(connection, new Transaction().add(fill), [alice])
  const order = { from: bob.publicKey.toBase58(), to: alice.publicKey.toBase58() }
  const made = async (amount: bigint) => {
    const { request, fee } = await transfers.prepare(devnet, { ...order, amount }, context())
    const { instructions } = Transaction.from(fromBase64(request.transaction ?? '') ?? [])
    const limits = instructions.filter(({ programId }) => programId.equals(ComputeBudgetProgram.programId))
    return { fee, limits: limits.map(({ data }) => [...data]), others: instructions.length - limits.length }
  }
  const limit = [...ComputeBudgetProgram.setComputeUnitLimit({ units: 20_000 }).data]
  expect(await made(9_995_000n)).toEqual({ fee: 5000n, limits: [limit], others: 1 })
  expect(await made(9_000_000n)).toEqual({ fee: 5000n, limits: [limit], others: 1 })
  expect(await made(1_000_000n)).toEqual({ fee: 5000n, limits: [], others: 1 })
})

test('a wallet that appends checks of its own, as Phantom and Solflare do, has the compute units for them', async () => {
  const bob = Keypair.generate()
  const fill = SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: bob.publicKey, lamports: 10_000_000 })
  await sendAndConfirmTransaction(connection, new Transaction().add(fill), [alice])
  const order = { from: bob.publicKey.toBase58(), to: alice.publicKey.toBase58(), amount: 9_995_000n }
  const { request } = await transfers.prepare(devnet, order, context())
  const transaction = Transaction.from(fromBase64(request.transaction ?? '') ?? [])
  // Instead of those, a program that every ledger has and that uses compute units too.
  const programId = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
  transaction.add(new TransactionInstruction({ programId, keys: [], data: Buffer.from('balance, owner') }))
  await sendAndConfirmTransaction(connection, transaction, [bob])
  expect(await connection.getBalance(bob.publicKey)).toBe(0)
})
