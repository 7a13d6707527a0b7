import {
  ACCOUNT_SIZE,
  createAssociatedTokenAccountIdempotent,
  createMint,
  getAccount,
  getAssociatedTokenAddressSync,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
  transferChecked,
} from '@solana/spl-token'
import {
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from './listen'
import { type SolanaChain, startSolana } from './solana'
import { devSeeds } from './solana-keys'

let chain: SolanaChain
let connection: Connection
let alice: Keypair
beforeAll(async () => {
  chain = await startSolana(await freePort(), { slotMs: 100 })
  // Without a WebSocket endpoint: web3.js uses the next port.
  connection = new Connection(chain.url, 'confirmed')
  const [seed] = await devSeeds(1)
  if (!seed) throw new Error('A seed is expected')
  alice = Keypair.fromSeed(seed)
})
afterAll(() => chain.stop())

const pay = (to: PublicKey, lamports: number) =>
  new Transaction().add(SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: to, lamports }))
const ends = async (transaction: Transaction, signers = [alice]) =>
  sendAndConfirmTransaction(connection, transaction, signers).then(
    () => 'confirmed',
    (error: Error) => error.message,
  )

describe('the local Solana, through an unmodified Connection', () => {
  test('it says that it is devnet', async () => {
    expect(await connection.getGenesisHash()).toMatch(/^EtWTRABZaYq6iMfeYKouRu166VU2xqa1/)
    expect(chain.networkId).toBe('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
  })

  test('the ten accounts of the mnemonic have 1,000 SOL each', async () => {
    expect(chain.accounts).toHaveLength(10)
    // The first as Solana's own CLI derives it.
    expect(chain.accounts[0]).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96')
    for (const each of chain.accounts) expect(await connection.getBalance(new PublicKey(each))).toBe(1000 * LAMPORTS_PER_SOL)
  })

  test('an airdrop is confirmed', async () => {
    const { publicKey } = Keypair.generate()
    const signature = await connection.requestAirdrop(publicKey, 2 * LAMPORTS_PER_SOL)
    await connection.confirmTransaction({ signature, ...(await connection.getLatestBlockhash()) })
    expect(await connection.getBalance(publicKey)).toBe(2 * LAMPORTS_PER_SOL)
  })

  test('a transfer is confirmed, charged and found again', async () => {
    const bob = Keypair.generate().publicKey
    const before = await connection.getBalance(alice.publicKey)
    const signature = await sendAndConfirmTransaction(connection, pay(bob, 5_000_000), [alice])
    expect(await connection.getBalance(alice.publicKey)).toBe(before - 5_000_000 - 5000)

    const { value } = await connection.getSignatureStatus(signature)
    expect(value).toMatchObject({ err: null, confirmationStatus: 'confirmed' })
    const [found] = await connection.getSignaturesForAddress(bob)
    expect(found).toMatchObject({ signature, err: null })

    const body = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(body?.meta).toMatchObject({
      err: null,
      fee: 5000,
      preBalances: [before, 0, 1],
      postBalances: [before - 5_005_000, 5_000_000, 1],
    })
    expect(body?.transaction.message.staticAccountKeys[1]?.equals(bob)).toBe(true)
    const parsed = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(parsed?.transaction.message.instructions).toMatchObject([
      { program: 'system', parsed: { type: 'transfer', info: { destination: bob.toBase58(), lamports: 5_000_000 } } },
    ])
  })

  test('the fee of a message is what is charged, including its priority fee', async () => {
    const transaction = pay(Keypair.generate().publicKey, 1_000_000).add(
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000 }),
    )
    transaction.feePayer = alice.publicKey
    transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
    const fee = await connection.getFeeForMessage(transaction.compileMessage())
    const before = await connection.getBalance(alice.publicKey)
    await sendAndConfirmTransaction(connection, transaction, [alice])
    expect(fee.value).toBe(6000)
    expect(before - (await connection.getBalance(alice.publicKey))).toBe(1_006_000)
  })

  test('a transaction of version 0 reads addresses from a table', async () => {
    const bob = Keypair.generate().publicKey
    const slot = await connection.getSlot()
    const [create, table] = AddressLookupTableProgram.createLookupTable({
      authority: alice.publicKey,
      payer: alice.publicKey,
      recentSlot: slot - 1,
    })
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable: table,
      authority: alice.publicKey,
      payer: alice.publicKey,
      addresses: [bob],
    })
    expect(await ends(new Transaction().add(create, extend))).toBe('confirmed')
    const lookup = (await connection.getAddressLookupTable(table)).value
    if (!lookup) throw new Error('A table is expected')
    const latest = await connection.getLatestBlockhash()
    const message = new TransactionMessage({
      payerKey: alice.publicKey,
      recentBlockhash: latest.blockhash,
      instructions: pay(bob, 3_000_000).instructions,
    }).compileToV0Message([lookup])
    const transaction = new VersionedTransaction(message)
    transaction.sign([alice])
    await expect.poll(() => connection.getSlot()).toBeGreaterThan(slot + 2)
    const signature = await connection.sendTransaction(transaction)
    await connection.confirmTransaction({ signature, ...latest })
    expect(await connection.getBalance(bob)).toBe(3_000_000)
    const body = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(body?.meta?.loadedAddresses?.writable.map(String)).toEqual([bob.toBase58()])
    await expect(connection.getTransaction(signature)).rejects.toThrow('maxSupportedTransactionVersion')
  })

  test('a simulation returns logs, units and the resulting accounts, and changes nothing', async () => {
    const bob = Keypair.generate().publicKey
    const transaction = pay(bob, 7_000_000)
    transaction.feePayer = alice.publicKey
    const { value } = await connection.simulateTransaction(transaction, undefined, [bob])
    expect(value).toMatchObject({ err: null, accounts: [{ lamports: 7_000_000 }] })
    expect(value.logs).toContain('Program 11111111111111111111111111111111 success')
    expect(await connection.getBalance(bob)).toBe(0)
  })

  test('the demo tokens are held by the first account', async () => {
    const [dollar, demo] = chain.tokens
    expect([dollar?.symbol, demo?.symbol]).toEqual(['DUSD', 'DEMO'])
    const held = await connection.getParsedTokenAccountsByOwner(alice.publicKey, { mint: new PublicKey(dollar?.address ?? '') })
    expect(held.value.map(({ account }) => account.data.parsed.info.tokenAmount)).toEqual([
      { amount: '1000000000000', decimals: 6, uiAmount: 1_000_000, uiAmountString: '1000000' },
    ])
    const newer = await connection.getParsedTokenAccountsByOwner(alice.publicKey, { programId: TOKEN_2022_PROGRAM_ID })
    expect(newer.value.map(({ account }) => [account.data.program, account.data.parsed.info.mint])).toEqual([
      ['spl-token-2022', demo?.address],
    ])
  })

  test("tokens are minted and transferred by the token program's own client", async () => {
    const mint = await createMint(connection, alice, alice.publicKey, null, 2)
    const bob = Keypair.generate().publicKey
    const from = await createAssociatedTokenAccountIdempotent(connection, alice, mint, alice.publicKey)
    const to = await createAssociatedTokenAccountIdempotent(connection, alice, mint, bob)
    await mintTo(connection, alice, mint, from, alice, 1000)
    const signature = await transferChecked(connection, alice, from, mint, to, alice, 250, 2)
    expect((await getAccount(connection, to)).amount).toBe(250n)
    const body = await connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
    expect(body?.meta?.postTokenBalances?.map(({ uiTokenAmount }) => uiTokenAmount.uiAmountString).sort()).toEqual(['2.5', '7.5'])
    expect(getAssociatedTokenAddressSync(mint, bob).equals(to)).toBe(true)
    expect(await connection.getMinimumBalanceForRentExemption(ACCOUNT_SIZE)).toBe(2_039_280)
  })

  test('account changes are reported to subscribers', async () => {
    const bob = Keypair.generate().publicKey
    const lamports = new Promise<number>((resolve) => {
      connection.onAccountChange(bob, (account) => resolve(account.lamports), { commitment: 'confirmed' })
    })
    await sendAndConfirmTransaction(connection, pay(bob, 2_000_000), [alice])
    expect(await lamports).toBe(2_000_000)
  })

  test('error: more than the balance', async () => {
    const poor = Keypair.generate()
    const airdrop = await connection.requestAirdrop(poor.publicKey, LAMPORTS_PER_SOL)
    await connection.confirmTransaction({ signature: airdrop, ...(await connection.getLatestBlockhash()) })
    const transfer = SystemProgram.transfer({
      fromPubkey: poor.publicKey,
      toPubkey: alice.publicKey,
      lamports: 2 * LAMPORTS_PER_SOL,
    })
    expect(await ends(new Transaction().add(transfer), [poor])).toMatch(/custom program error: 0x1/)
  })

  test('error: an unknown blockhash, a foreign signature, the same again', async () => {
    const { blockhash } = await connection.getLatestBlockhash()
    const old = pay(Keypair.generate().publicKey, 1_000_000)
    old.recentBlockhash = Keypair.generate().publicKey.toBase58()
    old.sign(alice)
    await expect(connection.sendRawTransaction(old.serialize())).rejects.toThrow('Blockhash not found')

    const forged = pay(Keypair.generate().publicKey, 1_000_000)
    forged.recentBlockhash = blockhash
    forged.sign(alice)
    forged.signatures[0]?.signature?.set([1, 2, 3])
    await expect(connection.sendRawTransaction(forged.serialize({ verifySignatures: false }))).rejects.toThrow(
      'signature verification failure',
    )

    const twice = pay(Keypair.generate().publicKey, 1_000_000)
    twice.recentBlockhash = blockhash
    twice.sign(alice)
    await connection.sendRawTransaction(twice.serialize())
    await expect(connection.sendRawTransaction(twice.serialize())).rejects.toThrow('already been processed')
  })

  test('error: unknown methods and malformed requests are reported', async () => {
    const ask = async (body: string) => (await (await fetch(chain.url, { method: 'POST', body })).json()) as unknown
    expect(await ask('{"jsonrpc":"2.0","id":1,"method":"getNothing"}')).toMatchObject({ id: 1, error: { code: -32601 } })
    expect(await ask('{"jsonrpc":"2.0","id":2,"method":"getBalance","params":["0x1"]}')).toMatchObject({
      id: 2,
      error: { code: -32602 },
    })
    expect(await ask('[{"id":3,"method":"getHealth"},{"id":4,"method":"constructor"}]')).toMatchObject([
      { id: 3, result: 'ok' },
      { id: 4, error: { code: -32601 } },
    ])
    expect(await ask('{')).toMatchObject({ error: { code: -32700 } })
  })
})
