import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createFreezeAccountInstruction,
  createInitializeAccount3Instruction,
  createInitializeMint2Instruction,
  createInitializeTransferFeeConfigInstruction,
  createInitializeTransferHookInstruction,
  createMintToInstruction,
  createTransferCheckedInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  getMintLen,
} from '@solana/spl-token'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  type TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { alice, chain, connection, devnet } from '../../.ci/solana-world'
import { fromBase64, toBase64 } from '../lib/base64'
import { associatedAccount, createAssociatedAccount, tokenPrograms, transferChecked } from './solana-instructions'
import { prepareTransfer, type SolanaTransfer } from './solana-prepare-transfer'
import { sendPrepared } from './solana-send'
import { transfers } from './solana-transfers'
import type { WalletProvider } from './types'

const context = () => ({ urls: [chain.url], batch: 1000 })
const prepare = (transfer: Omit<SolanaTransfer, 'from'>) =>
  prepareTransfer(devnet, { from: alice.publicKey.toBase58(), ...transfer }, context())
const tokenAt = (index: number) => chain.tokens[index]?.address ?? ''
const someone = () => Keypair.generate().publicKey

/** A wallet that signs, or signs and sends. */
const wallet = (ways: readonly ('sign' | 'send')[] = ['sign', 'send']): WalletProvider => ({
  async request({ method, params }) {
    const signed = VersionedTransaction.deserialize(
      fromBase64((params as { transaction: string }).transaction) ?? new Uint8Array(),
    )
    signed.sign([alice])
    if (method === 'solana_signTransaction' && ways.includes('sign')) return { transaction: toBase64(signed.serialize()) }
    if (method === 'solana_signAndSendTransaction' && ways.includes('send'))
      return { signature: await connection.sendTransaction(signed) }
    throw Object.assign(new Error('The method is not supported'), { code: 4200 })
  },
})

async function send(transfer: Omit<SolanaTransfer, 'from'>, provider = wallet()) {
  const prepared = await prepare(transfer)
  const before = await connection.getBalance(alice.publicKey)
  const from = alice.publicKey.toBase58()
  const signature = await sendPrepared(devnet, provider, { transaction: prepared.transaction, from }, context())
  const { value } = await connection.confirmTransaction({ signature, ...prepared }, 'confirmed')
  return { prepared, signature, error: value.err, spent: BigInt(before - (await connection.getBalance(alice.publicKey))) }
}

/** A Token-2022 mint with these extensions, owned by alice. */
async function mintWith(extensions: ExtensionType[], set: (mint: PublicKey) => TransactionInstruction[]): Promise<PublicKey> {
  const mint = Keypair.generate()
  const space = getMintLen(extensions)
  const lamports = await connection.getMinimumBalanceForRentExemption(space)
  const [program, owner] = [tokenPrograms.token2022, alice.publicKey]
  const account = { fromPubkey: owner, newAccountPubkey: mint.publicKey, space, lamports, programId: program }
  const make = new Transaction().add(
    SystemProgram.createAccount(account),
    ...set(mint.publicKey),
    createInitializeMint2Instruction(mint.publicKey, 2, owner, owner, program),
  )
  await sendAndConfirmTransaction(connection, make, [alice, mint])
  return mint.publicKey
}

/** Mints 500 units to the owner’s associated account. */
function put500(mint: PublicKey): TransactionInstruction[] {
  const [owner, program] = [alice.publicKey, tokenPrograms.token2022]
  const usual = associatedAccount(owner, mint, program)
  const make = createAssociatedTokenAccountIdempotentInstruction(owner, usual, owner, mint, program)
  return [make, createMintToInstruction(mint, usual, owner, 500n, [], program)]
}

/** An instruction with its data as a plain array. */
const plain = ({ data, ...rest }: TransactionInstruction) => ({ ...rest, data: [...data] })

describe('instructions', () => {
  test("are byte for byte those of the token programs' own client", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom(...Object.values(tokenPrograms)),
        (amount, decimals, program) => {
          const [owner, mint, payer, receiver] = [someone(), someone(), someone(), someone()]
          const source = associatedAccount(owner, mint, program)
          const destination = associatedAccount(receiver, mint, program)
          expect(source).toEqual(getAssociatedTokenAddressSync(mint, owner, true, program))
          expect(plain(transferChecked({ source, mint, destination, owner, amount, decimals, program }))).toEqual(
            plain(createTransferCheckedInstruction(source, mint, destination, owner, amount, decimals, [], program)),
          )
          expect(plain(createAssociatedAccount({ payer, account: destination, owner: receiver, mint, program }))).toEqual(
            plain(createAssociatedTokenAccountIdempotentInstruction(payer, destination, receiver, mint, program)),
          )
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('a transfer', () => {
  test('of coins costs what was shown', async () => {
    const to = someone()
    const { prepared, error, spent } = await send({ to: to.toBase58(), amount: 1_234_567_891n })
    expect([error, prepared.fee, prepared.rent, prepared.decimals, prepared.warnings]).toEqual([null, 5000n, 0n, 9, []])
    expect(spent).toBe(1_234_567_891n + prepared.fee)
    expect(await connection.getBalance(to)).toBe(1_234_567_891)
  })

  test.each([
    [0, '4.5', 6, 2_039_280n],
    [1, '0.0045', 9, 2_074_080n],
  ])("of token %i creates the receiver's account once, with either token program", async (index, amountText, decimals, rent) => {
    const [to, mint] = [someone(), tokenAt(index)]
    const first = await send({ to: to.toBase58(), amount: 4_500_000n, mint })
    expect([first.error, first.prepared.decimals, first.prepared.rent]).toEqual([null, decimals, rent])
    expect(first.spent).toBe(first.prepared.fee + rent)
    const held = await connection.getParsedTokenAccountsByOwner(to, { mint: new PublicKey(mint) })
    expect(held.value.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString)).toEqual([amountText])

    const second = await send({ to: to.toBase58(), amount: 1n, mint })
    expect([second.prepared.rent, second.spent]).toEqual([0n, 5000n])
  })

  test('can be sent by a wallet that only signs and sends at once', async () => {
    const { error } = await send({ to: someone().toBase58(), amount: 1_000_000n }, wallet(['send']))
    expect(error).toBeNull()
  })

  test('to oneself, to a token account or to a program is warned about', async () => {
    const account = associatedAccount(alice.publicKey, new PublicKey(tokenAt(0)), tokenPrograms.token)
    const warnings = async (to: PublicKey) => (await prepare({ to: to.toBase58(), amount: 1_000_000n })).warnings
    expect(await warnings(alice.publicKey)).toEqual(['self'])
    expect(await warnings(account)).toEqual(['off-curve', 'not-a-wallet'])
    expect(await warnings(new PublicKey(tokenAt(0)))).toEqual(['not-a-wallet'])
  })

  test('error: more than the balance, an address that is no mint, a token with a hook', async () => {
    const to = someone().toBase58()
    await expect(prepare({ to, amount: 10n ** 15n })).rejects.toMatchObject({ code: 'SOLANA_SEND_FAILED' })
    await expect(prepare({ to, amount: 10n ** 15n, mint: tokenAt(0) })).rejects.toMatchObject({ code: 'SOLANA_SEND_FAILED' })
    await expect(prepare({ to, amount: 1n, mint: to })).rejects.toMatchObject({
      code: 'SOLANA_SEND_FAILED',
      help: 'This token does not exist on the network.',
    })
    const mint = await mintWith([ExtensionType.TransferHook], (of) => [
      createInitializeTransferHookInstruction(of, alice.publicKey, someone(), tokenPrograms.token2022),
    ])
    await expect(prepare({ to, amount: 1n, mint: mint.toBase58() })).rejects.toThrow(
      expect.objectContaining({ code: 'SOLANA_SEND_FAILED', help: expect.stringContaining('another program') }),
    )
  })

  test('of a token with a transfer fee, and a hook without a program: its account costs what was shown, and less arrives', async () => {
    const program = tokenPrograms.token2022
    const mint = await mintWith([ExtensionType.TransferFeeConfig, ExtensionType.TransferHook], (of) => [
      createInitializeTransferFeeConfigInstruction(of, alice.publicKey, alice.publicKey, 150, 100n, program),
      createInitializeTransferHookInstruction(of, alice.publicKey, PublicKey.default, program),
    ])
    await sendAndConfirmTransaction(connection, new Transaction().add(...put500(mint)), [alice])
    const to = someone()
    const { prepared, error, spent } = await send({ to: to.toBase58(), amount: 201n, mint: mint.toBase58() })
    expect([error, prepared.rent]).toEqual([null, BigInt(await connection.getMinimumBalanceForRentExemption(187))])
    expect(spent).toBe(prepared.fee + prepared.rent)
    // 1.5 %, rounded up.
    const { value } = await connection.getTokenAccountBalance(associatedAccount(to, mint, program))
    expect([prepared.arrives, value.amount]).toEqual([197n, '197'])
  })

  test('of a token held in several accounts: all of it counts, and it is taken from where it is', async () => {
    const mint = await mintWith([], () => [])
    const program = tokenPrograms.token2022
    const [owner, other] = [alice.publicKey, Keypair.generate()]
    const lamports = await connection.getMinimumBalanceForRentExemption(165)
    const account = { fromPubkey: owner, newAccountPubkey: other.publicKey, space: 165, lamports, programId: program }
    const fill = new Transaction().add(
      ...put500(mint),
      SystemProgram.createAccount(account),
      createInitializeAccount3Instruction(other.publicKey, mint, owner, program),
      createMintToInstruction(mint, other.publicKey, owner, 300n, [], program),
    )
    await sendAndConfirmTransaction(connection, fill, [alice, other])
    const held = (nodes = context()) => transfers.held(devnet, owner.toBase58(), mint.toBase58(), nodes)
    expect(await held()).toEqual({ units: 800n, decimals: 2 })
    // Accounts made by others: a node may return more than a transaction can hold.
    const dust = Array.from({ length: 6 }, () => Keypair.generate())
    const strewn = dust.flatMap(({ publicKey }) => [
      SystemProgram.createAccount({ ...account, newAccountPubkey: publicKey }),
      createInitializeAccount3Instruction(publicKey, mint, owner, program),
      createMintToInstruction(mint, publicKey, owner, 1n, [], program),
    ])
    for (const half of [0, 3])
      await sendAndConfirmTransaction(connection, new Transaction().add(...strewn.slice(half * 3, half * 3 + 9)), [
        alice,
        ...dust.slice(half, half + 3),
      ])
    const { prepared, error } = await send({ to: someone().toBase58(), amount: 600n, mint: mint.toBase58() })
    expect([error, prepared.changes?.[0]]).toEqual([null, { token: mint.toBase58(), amount: -600n }])
    expect(await held()).toEqual({ units: 206n, decimals: 2 })
    await expect(prepare({ to: someone().toBase58(), amount: 207n, mint: mint.toBase58() })).rejects.toMatchObject({
      code: 'SOLANA_SEND_FAILED',
    })
  })

  test('of a frozen token: it is listed with its balance, but a transfer would fail', async () => {
    const [mint, owner, program] = [await mintWith([], () => []), alice.publicKey, tokenPrograms.token2022]
    const freeze = createFreezeAccountInstruction(associatedAccount(owner, mint, program), mint, owner, [], program)
    await sendAndConfirmTransaction(connection, new Transaction().add(...put500(mint), freeze), [alice])
    const order = { from: owner.toBase58(), to: someone().toBase58(), amount: 1n, token: mint.toBase58() }
    expect(await transfers.held(devnet, order.from, order.token, context())).toEqual({ units: 500n, decimals: 2 })
    await expect(transfers.prepare(devnet, order, context())).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL' })
  })

  test('error: a node that has not seen the blockhash yet does not mean that it would fail', async () => {
    const [own, value] = [globalThis.fetch, { err: 'BlockhashNotFound', logs: [] }]
    const behind = /"simulateTransaction"(?!.*"replaceRecentBlockhash":true)/
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      behind.test(`${init.body}`) ? Response.json({ jsonrpc: '2.0', id: 1, result: { value } }) : own(url, init),
    )
    await expect(prepare({ to: someone().toBase58(), amount: 1_000_000n })).resolves.toMatchObject({ fee: 5000n })
    vi.unstubAllGlobals()
  })

  test.each([
    ['nothing', { amount: 0n }],
    ['less than nothing', { amount: -1n }],
    ['more than fits', { amount: 2n ** 64n }],
    ['an address of another chain', { to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
    ['no address', { to: '' }],
    ['no mint', { mint: 'DUSD' }],
  ])('error: %s is refused before anything is requested', async (_, wrong) => {
    const transfer = { from: alice.publicKey.toBase58(), to: alice.publicKey.toBase58(), amount: 1n, ...wrong }
    await expect(prepareTransfer(devnet, transfer, { urls: [], batch: 1 })).rejects.toMatchObject({ code: 'SEND_INCOMPLETE' })
  })

  test('of a token has a cost even with too few coins for it: the missing amount is shown, not an unknown fee', async () => {
    const order = { from: someone().toBase58(), to: someone().toBase58(), amount: 1n, token: tokenAt(0) }
    const { fee, deposit } = await transfers.estimate(devnet, order, context())
    expect([fee, deposit]).toEqual([5000n, BigInt(await connection.getMinimumBalanceForRentExemption(165))])
    await expect(transfers.prepare(devnet, order, context())).rejects.toMatchObject({ code: 'TRANSACTION_WOULD_FAIL' })
  })

  test('error: the visitor declines, or the wallet’s answer is invalid', async () => {
    const { transaction } = await prepare({ to: someone().toBase58(), amount: 1_000_000n })
    const from = alice.publicKey.toBase58()
    const sent = (answer: () => unknown) =>
      sendPrepared(devnet, { request: async () => answer() }, { transaction, from }, context()).catch(({ code }) => code)
    const refuse = () => {
      throw Object.assign(new Error('no'), { code: 4001 })
    }
    expect(await sent(refuse)).toBe('USER_REJECTED')
    expect(await sent(() => null)).toBe('WALLET_ANSWER_INVALID')
    expect(await sent(() => ({ transaction: toBase64(transaction) }))).toBe('SOLANA_SEND_FAILED')
  })

  test('fault 64: if a node accepts it without an answer, the transaction is followed by its own signature; one refused unread has failed', async () => {
    // Forwards every request, and breaks the connection instead of answering a transaction.
    let refusal = 0
    const node = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString()
      const isSent = body.includes('sendTransaction')
      if (isSent && refusal) return void response.writeHead(refusal).end('<h1>No</h1>')
      const answer = await fetch(chain.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      if (isSent) return void request.socket.destroy()
      response.setHeader('content-type', 'application/json')
      response.end(await answer.text())
    })
    await new Promise<void>((resolve) => node.listen(0, resolve))
    const urls = [`http://localhost:${(node.address() as AddressInfo).port}`]
    const [to, from] = [someone(), alice.publicKey.toBase58()]
    const { transaction, ...until } = await prepare({ to: to.toBase58(), amount: 2_000_000n })
    const sending = () => sendPrepared(devnet, wallet(['sign']), { transaction, from }, { urls, batch: 1 })
    const signature = await sending()
    const { value } = await connection.confirmTransaction({ signature, ...until }, 'confirmed')
    // Sent again it is the same transaction, executed once.
    expect([value.err, await sending(), await connection.getBalance(to)]).toEqual([null, signature, 2_000_000])
    for (refusal of [400, 401, 403, 404, 405]) await expect(sending()).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
    // After a server error the outcome is unknown.
    for (refusal of [500, 502]) expect(await sending()).toBe(signature)
    node.close()
  })
})
