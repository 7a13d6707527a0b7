import { Keypair, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBase58 } from '../lib/base58'
import { legacyParts, signatureBytes, withSignature } from './solana-transaction'

const [payer, other, receiver] = [1, 2, 3].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [
  Keypair,
  Keypair,
  Keypair,
]
const blockhash = receiver.publicKey.toBase58()
const instructions = [
  SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: receiver.publicKey, lamports: 7n }),
  SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: receiver.publicKey, lamports: 8n }),
]
const legacy = () => {
  const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash })
  return transaction.add(...instructions)
}
const versioned = () => {
  const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: blockhash, instructions })
  return new VersionedTransaction(message.compileToV0Message())
}
const unsigned = { requireAllSignatures: false, verifySignatures: false }

describe('withSignature', () => {
  test.each<[string, () => Uint8Array, () => Uint8Array]>([
    [
      'legacy',
      () => legacy().serialize(unsigned),
      () => {
        const transaction = legacy()
        transaction.partialSign(other)
        return transaction.serialize(unsigned)
      },
    ],
    [
      'version 0',
      () => versioned().serialize(),
      () => {
        const transaction = versioned()
        transaction.sign([other])
        return transaction.serialize()
      },
    ],
  ])('puts a signature where web3.js puts it: %s', (_, before, after) => {
    const expected = new Uint8Array(after())
    const at = 1 + 64
    expect(withSignature(new Uint8Array(before()), other.publicKey.toBase58(), expected.slice(at, at + 64))).toEqual(expected)
  })

  test('error: an account that does not sign, an invalid signature, invalid bytes', () => {
    const bytes = versioned().serialize()
    const signature = new Uint8Array(64)
    expect(withSignature(bytes, receiver.publicKey.toBase58(), signature)).toBe(undefined)
    expect(withSignature(bytes, payer.publicKey.toBase58(), signature.slice(1))).toBe(undefined)
    expect(withSignature(Uint8Array.of(1, 2), payer.publicKey.toBase58(), signature)).toBe(undefined)
  })
})

describe('legacyParts', () => {
  test('are the same as web3.js reads', () => {
    const parts = legacyParts(new Uint8Array(legacy().serialize(unsigned)))
    const read = Transaction.from(legacy().serialize(unsigned))
    expect(parts).toEqual({
      feePayer: read.feePayer?.toBase58(),
      recentBlockhash: read.recentBlockhash,
      instructions: read.instructions.map(({ programId, data, keys }) => ({
        programId: programId.toBase58(),
        data: toBase58(data),
        keys: keys.map(({ pubkey, ...rest }) => ({ pubkey: pubkey.toBase58(), ...rest })),
      })),
    })
  })

  test('a versioned transaction has none', () => {
    expect(legacyParts(versioned().serialize())).toBe(undefined)
  })

  test('error: any bytes are read without an endless loop or a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        legacyParts(bytes)
        withSignature(bytes, payer.publicKey.toBase58(), new Uint8Array(64))
        expect(legacyParts(bytes.slice(0, 3))).toBe(undefined)
      }),
    )
  })
})

test('signatureBytes reads 64 bytes of base58, nothing else', () => {
  expect(signatureBytes(toBase58(new Uint8Array(64).fill(1)))).toHaveLength(64)
  for (const wrong of ['', toBase58(new Uint8Array(63)), '0', 5, null]) expect(signatureBytes(wrong)).toBe(undefined)
})
