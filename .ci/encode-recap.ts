import type { Recap } from '../src/lib/recap'

/** A ReCap as the last URI among a message's resources, as a wallet writes it (EIP-5573). */
export const encodeRecap = (recap: Recap): string => `urn:recap:${Buffer.from(JSON.stringify(recap)).toString('base64url')}`
