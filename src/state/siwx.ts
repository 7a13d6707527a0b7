import type { SiwxSession } from '../lib/siwx'
import { store } from './store'

/** Whether the active account has signed in. The rest of sign-in is in `sign-in.ts`, which loads with its screen. */
export const siwx = store(() => ({
  /** The verified session of the active account on its chain; a `ref`, so it keeps its identity. */
  session: undefined as SiwxSession | undefined,
  /** Looking for a session. */
  checking: false,
  /** Sign-in is required and missing: the modal cannot be closed. */
  locked: false,
}))
