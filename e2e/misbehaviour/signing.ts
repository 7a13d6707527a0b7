import { concat, type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem'

type Row = {
  /** What the wallet answers in place of the account's own signature, `other` being somebody else's of the same text. */
  readonly answer: (own: Hex, other: Hex, wrap: (own: Hex) => Hex) => string
  /** All that the visitor reads; absent: it is a signature all the same. */
  readonly says?: string
  /** The account is a contract that is foretold, and not on the chain yet. */
  readonly foretold?: true
}

const failed = 'Could not sign you in Nothing was lost. Try again.'

/** Wallets that are asked to sign a sign-in, and answer with another signature than the usual one. */
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
