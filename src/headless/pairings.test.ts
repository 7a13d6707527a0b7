import { afterEach, expect, test } from 'vitest'
import { mockWallet } from '../connectors/test-wallet'
import type { Connector } from '../connectors/types'
import { abandonConnections, connect } from '../controllers/connection'
import { addConnector, forgetConnectors } from '../controllers/discovery'
import { resetStores } from '../state/store'
import { pairings } from './stores'

afterEach(() => {
  abandonConnections()
  forgetConnectors()
  resetStores()
})

test('a pairing is on offer while a phone is waited for, and not when it has answered', async () => {
  const seen: unknown[] = []
  const { connector, emit } = mockWallet({ id: 'walletConnect', type: 'WALLET_CONNECT' })
  const scanned: Connector['connect'] = (request) => {
    emit({ type: 'pairing', uri: 'wc:1@2?symKey=2', expiresAt: 1000 })
    seen.push(pairings.get().uri)
    return connector.connect(request)
  }
  addConnector({ ...connector, connect: scanned })
  await connect({ wallet: 'walletConnect' })
  expect([seen, pairings.get()]).toMatchObject([['wc:1@2?symKey=2'], { status: 'idle', uri: undefined }])
})
