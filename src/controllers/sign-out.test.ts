import { expect, test } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { read } from '../lib/storage'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { builtInSiwx } from './built-in-siwx'
import { connect } from './connection'
import { addConnector } from './discovery'
import { signOut } from './siwx'
import { CHAIN, signedSession, signer, signInRequired } from './test-siwx'

signInRequired()

test('signing out while the last connection is being restored ends its session', async () => {
  config.signInMode = 'optional'
  await builtInSiwx.addSession(await signedSession())
  chains.restoring = true
  const over = signOut.run()
  addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] }).connector)
  await connect({ wallet: 'mock' })
  chains.restoring = false
  await over
  expect([chains.active.status, read(siwxSessionsKey) ?? []]).toEqual(['connected', []])
})
