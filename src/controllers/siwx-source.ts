import type { Siwx } from '../lib/siwx'
import { builtInSiwx } from './built-in-siwx'
import { ownSiwx } from './own-siwx'
import { siwxOf } from './siwe-config'

/** How this page signs in: the host's own way, or the built-in one. */
export function siwxInUse(): Siwx {
  if (ownSiwx.siwx) return ownSiwx.siwx as Siwx
  return ownSiwx.siweConfig ? siwxOf(ownSiwx.siweConfig) : builtInSiwx
}
