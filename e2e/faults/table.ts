import { embedded } from './embedded'
import { money } from './money'
import { page } from './page'
import type { FaultRow } from './row'
import { services } from './services'
import { signIn } from './sign-in'
import { walletConnect } from './wallet-connect'
import { wallets } from './wallets'

/** The fault table of security/SECURITY: each row by its number, further faults of a row by the number and a word. */
export const faults: Readonly<Record<string, FaultRow>> = {
  ...page,
  ...wallets,
  ...walletConnect,
  ...embedded,
  ...signIn,
  ...services,
  ...money,
}
