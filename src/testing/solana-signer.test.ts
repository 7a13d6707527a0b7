import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { solanaSeeds } from './keys'
import { signTransaction, solanaSigner } from './solana-signer'

const seed = solanaSeeds[0]
const pair = Keypair.fromSeed(Uint8Array.from(Buffer.from(seed, 'hex')))
const transfer = SystemProgram.transfer({ fromPubkey: pair.publicKey, toPubkey: PublicKey.default, lamports: 5 })
const recentBlockhash = PublicKey.default.toBase58()

describe('solanaSigner', () => {
  test('has the address that web3.js derives from the same seed', async () => {
    expect((await solanaSigner(seed)).address).toBe(pair.publicKey.toBase58())
  })
})

describe('signTransaction', () => {
  test('signs legacy transactions so that web3.js verifies them', async () => {
    const transaction = new Transaction({ recentBlockhash, feePayer: pair.publicKey }).add(transfer)
    const wire = transaction.serialize({ requireAllSignatures: false })
    const signed = await signTransaction(wire, await solanaSigner(seed))
    expect(Transaction.from(signed).verifySignatures()).toBe(true)
  })

  test('signs version 0 as web3.js does', async () => {
    const message = new TransactionMessage({
      payerKey: pair.publicKey,
      recentBlockhash,
      instructions: [transfer],
    }).compileToV0Message()
    const ours = await signTransaction(new VersionedTransaction(message).serialize(), await solanaSigner(seed))
    const theirs = new VersionedTransaction(message)
    theirs.sign([pair])
    expect(ours).toEqual(theirs.serialize())
  })

  test('error: a transaction that another account has to sign is refused', async () => {
    const transaction = new Transaction({ recentBlockhash, feePayer: PublicKey.default }).add(
      SystemProgram.transfer({ fromPubkey: PublicKey.default, toPubkey: pair.publicKey, lamports: 5 }),
    )
    const wire = transaction.serialize({ requireAllSignatures: false })
    await expect(signTransaction(wire, await solanaSigner(seed))).rejects.toMatchObject({ code: 4100 })
  })
})
