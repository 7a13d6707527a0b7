import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, vi } from 'vitest'
import type { SiwxSession } from '../lib/siwx'
import { formatSiwxMessage } from '../lib/siwx-message'
import { forgetAll } from '../lib/storage'
import { config } from '../state/config'
import { resetStores } from '../state/store'
import { freshData } from './built-in-siwx'
import { abandonConnections } from './connection'
import { forgetConnectors } from './discovery'
import { setHome } from './modal'
import { ownSiwx } from './own-siwx'
import { onError } from './report'

export const signer = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
export const CHAIN = 'eip155:31337'
/** Codes of the errors reported. */
export const codes: string[] = []
/** Started by a test, stopped after it. */
export const stops: (() => void)[] = []

/** Each test of the file begins on a page that requires a sign-in, and leaves nothing behind. */
export function signInRequired(): void {
  beforeEach(() => {
    resetStores()
    forgetAll()
    vi.stubGlobal('location', { host: 'bakery.example', origin: 'https://bakery.example', pathname: '/till' })
    Object.assign(config, { mode: 'localhost', networks: [CHAIN, 'eip155:56'], signInMode: 'required' })
    setHome(1)
    codes.length = 0
    stops.push(onError(({ code }) => codes.push(code)))
  })

  afterEach(() => {
    for (const stop of stops.splice(0)) stop()
    abandonConnections()
    forgetConnectors()
    Object.assign(ownSiwx, { siwx: undefined, siweConfig: undefined })
    setHome(undefined)
    vi.unstubAllGlobals()
  })
}

/** A session as this signer's wallet would have signed it, with some members changed. */
export async function signedSession(change: object = {}): Promise<SiwxSession> {
  const data = { ...freshData({ accountAddress: signer.address, chainId: CHAIN }), ...change }
  const message = formatSiwxMessage(data)
  return { data, message, signature: await signer.signMessage({ message }) }
}
