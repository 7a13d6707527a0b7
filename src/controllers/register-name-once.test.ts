import { afterEach, beforeEach, expect, test } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { config } from '../state/config'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import { abandonConnections, connect } from './connection'
import { addConnector, forgetConnectors } from './discovery'
import { registerName } from './register-name'

const asked: string[] = []
beforeEach(async () => {
  resetStores()
  config.mode = 'localhost'
  asked.length = 0
  const request = async ({ method }: { method: string }) => {
    asked.push(method)
    throw Object.assign(new Error('no'), { code: 4001 })
  }
  addConnector(mockWallet({}, { connections: [mockConnection('eip155:31337', undefined, { request })] }).connector)
  await connect({ wallet: 'mock' })
})
afterEach(() => {
  abandonConnections()
  forgetConnectors()
})

test('pressed twice before the wallet is asked, it is asked once', async () => {
  names.label = 'nina'
  await Promise.allSettled([registerName.run(), registerName.run()])
  expect(asked).toEqual(['personal_sign'])
  expect(names.registering).toBe('idle')
})
