import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { CODE_HIDDEN_MS, CODE_LIFE_S, CODE_RENEWED_MS, retryConnecting } from '../controllers/connecting'
import type { ErrorCode } from '../lib/errors'
import { secondsUntil } from '../lib/seconds-until'
import { WALLET_CONNECT } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { pairing } from '../state/pairing'
import { useNow } from './use-now'

export type Pairing = {
  readonly status: 'preparing' | 'ready' | 'expired' | 'failed'
  /** Undefined while it is not ready. */
  readonly uri: string | undefined
  readonly code: ErrorCode | undefined
  readonly life: { readonly left: number; readonly total: number }
  /** How many times a wallet has declined. */
  readonly declines: number
  /** Whether another code was shown before this one. */
  readonly renewed: boolean
  readonly retry: () => void
}

const retry = () => retryConnecting(WALLET_CONNECT)

/** The present pairing. When a wallet declines, a new one is made; declines are counted while the view is mounted. */
export function usePairing(): Pairing {
  const { status, uri, expiresAt, code } = useSnapshot(pairing)
  const { status: answer, code: reason } = useSnapshot(attempt)
  const [declines, setDeclines] = useState(0)
  const [first, setFirst] = useState<string>()
  const refused = answer === 'failed' && reason === 'USER_REJECTED'
  useEffect(() => {
    if (!refused) return
    setDeclines((count) => count + 1)
    retry()
  }, [refused])
  if (uri && !first) setFirst(uri)
  const now = useNow(status === 'ready')
  const left = secondsUntil(expiresAt - CODE_RENEWED_MS, now)
  const failed = status === 'failed' && !refused
  // Normally the next code comes before this one expires; not while the relay is away.
  const expired = status === 'ready' && expiresAt - now <= CODE_HIDDEN_MS
  const ready = status === 'ready' && !expired
  return {
    status: failed ? 'failed' : expired ? 'expired' : ready ? 'ready' : 'preparing',
    uri: ready || expired ? uri : undefined,
    code: failed ? code : undefined,
    life: { left, total: CODE_LIFE_S },
    declines,
    renewed: first !== undefined && uri !== undefined && uri !== first,
    retry,
  }
}
