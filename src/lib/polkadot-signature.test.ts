import { secp256k1 } from '@noble/curves/secp256k1'
import { blake2b } from '@noble/hashes/blake2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { describe, expect, test } from 'vitest'
import { toBase58 } from './base58'
import { verifyPolkadotMessage } from './polkadot-signature'
import { readSs58 } from './ss58'
import vectors from './vectors/substrate.json'

const { message, cases } = vectors
const ALICE = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

describe('verifyPolkadotMessage', () => {
  test.each(cases)('accepts the published $name, also with its type byte, for its message and account only', async (signed) => {
    const { address, signature, kind } = signed
    expect(await verifyPolkadotMessage({ address, message, signature })).toBe(true)
    expect(await verifyPolkadotMessage({ address, message, signature: `0x${kind}${signature.slice(2)}` })).toBe(true)
    expect(await verifyPolkadotMessage({ address, message, signature: signature.toUpperCase() })).toBe(true)
    expect(await verifyPolkadotMessage({ address, message: `${message}!`, signature })).toBe(false)
    for (const other of ['00', '01', '02', '03'])
      if (other !== kind)
        expect(await verifyPolkadotMessage({ address, message, signature: `0x${other}${signature.slice(2)}` })).toBe(false)
    for (const other of [...cases.map((each) => each.address), ALICE])
      if (other !== address) expect(await verifyPolkadotMessage({ address: other, message, signature })).toBe(false)
  })

  test('accepts what wallets sign: the text wrapped as bytes, which cannot be a transaction', async () => {
    const secret = secretFromSeed(new Uint8Array(32).fill(7))
    const address = addressOf(getPublicKey(secret))
    const signature = hex.encode(sign(secret, utf8ToBytes(`<Bytes>${message}</Bytes>`)))
    expect(await verifyPolkadotMessage({ address, message, signature })).toBe(true)
    expect(await verifyPolkadotMessage({ address, message: `${message} `, signature })).toBe(false)
  })

  test('error: refuses a second encoding of the same ECDSA signature', async () => {
    const { address, signature } = cases.find(({ name }) => name === 'ECDSA') ?? expect.fail()
    const bytes = hex.decode(signature.slice(2))
    const { r, s } = secp256k1.Signature.fromCompact(bytes.slice(0, 64))
    const again = (given: bigint, recovery: number) => {
      const encoded = Uint8Array.of(...new secp256k1.Signature(r, given).toCompactRawBytes(), recovery)
      return verifyPolkadotMessage({ address, message, signature: hex.encode(encoded) })
    }
    const recovery = bytes[64] ?? expect.fail()
    expect(await Promise.all([again(s, recovery), again(secp256k1.CURVE.n - s, recovery ^ 1)])).toEqual([true, false])
    // A recovery that there is not.
    expect(await again(s, 4)).toBe(false)
  })

  test('error: of what is no account nothing is a signature', async () => {
    for (const { signature } of cases) expect(await verifyPolkadotMessage({ address: 'ada', message, signature })).toBe(false)
  })

  test('error: refuses any other byte', async () => {
    for (const { address, signature } of cases) {
      const bytes = hex.decode(signature.slice(2))
      for (let at = 0; at < bytes.length; at++) {
        const changed = Uint8Array.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(await verifyPolkadotMessage({ address, message, signature: hex.encode(changed) }), `byte ${at}`).toBe(false)
      }
    }
  })

  test.each(['', '0x', 'zz'.repeat(64), '00'.repeat(64), '00'.repeat(65), `02${'ff'.repeat(65)}`, '01'.repeat(200)])(
    'error: %.20s… is not a signature',
    async (signature) => {
      for (const { address } of cases) expect(await verifyPolkadotMessage({ address, message, signature })).toBe(false)
    },
  )
})

describe('readSs58', () => {
  test('gives the same account for every network’s encoding', () => {
    const account = readSs58(ALICE)
    expect(account && hex.encode(account)).toBe('d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d')
    expect(readSs58('15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5')).toEqual(account)
  })

  test.each([
    '',
    ALICE.slice(0, -1),
    `${ALICE.slice(0, -1)}Z`,
    `${ALICE}1`,
    '1'.repeat(48),
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ])('error: %j is not an address', (address) => {
    expect(readSs58(address)).toBeUndefined()
  })
})

/** The account in Substrate's generic encoding. */
function addressOf(account: Uint8Array): string {
  const body = Uint8Array.of(42, ...account)
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body), { dkLen: 64 })
  return toBase58(concatBytes(body, checksum.slice(0, 2)))
}
