import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { CODE_HIDDEN_MS, CODE_LIFE_S, CODE_RENEWED_MS, retryConnecting } from '../controllers/connecting'
import { secondsUntil } from '../lib/duration'
import type { ErrorCode } from '../lib/errors'
import { WALLET_CONNECT } from '../lib/wallet'
import { attempt } from '../state/attempt'
import { pairing } from '../state/pairing'
import { useNow } from './use-now'

export type Pairing = {
  readonly status: 'preparing' | 'ready' | 'expired' | 'failed'
  /** Only while it may be used. */
  readonly uri: string | undefined
  readonly code: ErrorCode | undefined
  readonly life: { readonly left: number; readonly total: number }
  /** How many times a wallet has said no to a code. */
  readonly declines: number
  /** Another code was shown before this one. */
  readonly renewed: boolean
  readonly retry: () => void
}

const retry = () => retryConnecting(WALLET_CONNECT)

/** The pairing on offer. A wallet's refusal brings a fresh code, and the refusal is remembered while the view is there. */
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
  // The next code comes before this one ends, unless the relay is away.
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
