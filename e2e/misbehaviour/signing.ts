import { concat, type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'

type Row = {
  /** The wallet's answer in place of its own signature; `other` is another account's signature of the same text. */
  readonly answer: (own: Hex, other: Hex, wrap: (own: Hex) => Hex) => string
  /** The whole message; absent: the signature is valid. */
  readonly says?: string
  /** The account is a contract that is not deployed yet. */
  readonly foretold?: true
}

const failed = 'Could not sign you in Nothing was lost. Try again.'

/** Wallets that answer a sign-in with an unusual signature. */
export const signing: Readonly<Record<string, Row>> = {
  P48: { answer: (own) => own.slice(0, 2 + 64 * 2), says: failed },
  P49: {
    answer: (own) => {
      const { r, s, yParity } = parseSignature(own)
      return serializeCompactSignature(signatureToCompactSignature({ r, s, yParity }))
    },
    says: failed,
  },
  P50: {
    answer: (own) => {
      const { r, s, yParity } = parseSignature(own)
      return concat([r, s, yParity ? '0x01' : '0x00'])
    },
  },
  P51: { answer: (own, _, wrap) => wrap(own), foretold: true },
  P52: { answer: (_, other) => other, says: failed },
  P53: { answer: () => `0x${'ab'.repeat(1_000_000)}`, says: failed },
}
