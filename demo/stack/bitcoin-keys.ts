import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m } from '@scure/base'
import { HDKey } from 'viem/accounts'
import { DEV_MNEMONIC } from './networks'
import { seedOf } from './solana-keys'

/** BIP-84 and BIP-86 on the test chain. */
const PAYMENT = `m/84'/1'/0'/0`
const TAPROOT = `m/86'/1'/0'/0`

/** A development key with its addresses on Bitcoin's test chain. */
type BitcoinAccount = {
  /** P2WPKH, for payments. */
  readonly payment: string
  /** P2TR of the untweaked key, for ordinals: nothing is ever spent from it. */
  readonly ordinals: string
  /** Signs a text as BIP-137 says, with the key of the payment address. */
  readonly signMessage: (message: string) => Uint8Array
}

/** The Bitcoin accounts of the development mnemonic, each derived on first use. */
export async function bitcoinAccounts(): Promise<(index: number) => BitcoinAccount> {
  const root = HDKey.fromMasterSeed(await seedOf(DEV_MNEMONIC))
  const known = new Map<number, BitcoinAccount>()
  return (index) => {
    const account = known.get(index) ?? derived(root, index)
    known.set(index, account)
    return account
  }
}

function derived(root: HDKey, index: number): BitcoinAccount {
  const { privateKey, publicKey } = root.derive(`${PAYMENT}/${index}`)
  const inner = root.derive(`${TAPROOT}/${index}`).publicKey
  if (!privateKey || !publicKey || !inner) throw new Error('The development mnemonic gave no key')
  return {
    payment: paymentAddress(publicKey),
    ordinals: bech32m.encode('tb', [1, ...bech32m.toWords(inner.slice(1))]),
    signMessage: (message) => {
      const signature = secp256k1.sign(messageHash(message), privateKey)
      // 39 to 42: a P2WPKH address.
      return Uint8Array.of(39 + signature.recovery, ...signature.toCompactRawBytes())
    },
  }
}

/** The payment address whose key signed a text; throws on an invalid signature. */
export function signerOf(message: string, signature: Uint8Array): string {
  const point = secp256k1.Signature.fromCompact(signature.slice(1))
    .addRecoveryBit((signature[0] ?? 0) - 39)
    .recoverPublicKey(messageHash(message))
  return paymentAddress(point.toRawBytes(true))
}

const paymentAddress = (publicKey: Uint8Array) => bech32.encode('tb', [0, ...bech32.toWords(ripemd160(sha256(publicKey)))])

function messageHash(message: string): Uint8Array {
  const sized = (bytes: Uint8Array) => [
    ...(bytes.length < 253 ? [bytes.length] : [253, bytes.length & 255, bytes.length >> 8]),
    ...bytes,
  ]
  const text = (each: string) => new TextEncoder().encode(each)
  return sha256(sha256(Uint8Array.from([...sized(text('Bitcoin Signed Message:\n')), ...sized(text(message))])))
}
