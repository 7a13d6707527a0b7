import type { SiwxSession } from '../lib/siwx'
import { store } from './store'

/** Whether the active account has signed in. Everything else of sign-in is in `sign-in.ts`, which loads with its screen. */
export const siwx = store(() => ({
  /** Proven, of the active account on its chain; a `ref`, so it stays one object. */
  session: undefined as SiwxSession | undefined,
  /** Whether there is one is being found out. */
  checking: false,
  /** Sign-in is required and missing: the modal cannot be closed. */
  locked: false,
}))
