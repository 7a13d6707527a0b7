import { safeImage } from '../lib/links'

/**
 * A wallet's own picture, safe in `img`, if it is inline, as EIP-6963 and the Wallet Standard require; undefined for any other. A remote
 * one would tell its host about the visitor.
 */
export const inlineIcon = (icon: unknown): string | undefined =>
  typeof icon === 'string' && /^data:/i.test(icon) ? safeImage(icon) : undefined
