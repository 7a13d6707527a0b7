import { afterEach, beforeEach } from 'vitest'
import { mockWallet } from '../src/connectors/test-wallet'
import type { Connector } from '../src/connectors/types'
import { abandonConnections } from '../src/controllers/connection'
import { addConnector, forgetConnectors } from '../src/controllers/discovery'
import { onError } from '../src/controllers/report'
import { keys, remember } from '../src/lib/storage'
import { config } from '../src/state/config'
import { resetStores } from '../src/state/store'

/** Adds a mock wallet to the found ones. */
export function present(details: Partial<Connector> = {}, script: Parameters<typeof mockWallet>[1] = {}) {
  const wallet = mockWallet(details, script)
  addConnector(wallet.connector)
  return wallet
}

/** Starts each test of a file without a connection, current or stored; returns the error codes reported in the test. */
export function beginDisconnected(): readonly string[] {
  const codes: string[] = []
  let stop = () => {}
  beforeEach(() => {
    resetStores()
    config.mode = 'localhost'
    codes.length = 0
    stop = onError(({ code }) => codes.push(code))
  })
  afterEach(() => {
    stop()
    abandonConnections()
    forgetConnectors()
    remember(keys.connections, { entries: {} })
  })
  return codes
}
