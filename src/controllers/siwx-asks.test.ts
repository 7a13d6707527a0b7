import { expect, test, vi } from 'vitest'
import { someTurns } from '../../.ci/turns'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { watchConnector } from '../connectors/watch'
import { WATCH } from '../lib/wallet'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { builtInSiwx } from './built-in-siwx'
import { connect } from './connection'
import { addConnector } from './discovery'
import { ownSiwx } from './own-siwx'
import { startSiwx } from './siwx'
import { CHAIN, signer, signInRequired, stops } from './test-siwx'

signInRequired()

/** Whether the visitor is being asked to sign in, and cannot leave without. */
const asked = () => [modal.view, modal.elementId, siwx.locked]
const ASKED = ['SIWXSignMessage', 1, true]

test('an account on a network that the host sets only later, as after a request of its own, is asked then', async () => {
  config.networks = ['eip155:56']
  addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] }).connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect(siwx.checking).toBe(false))
  expect(modal.elementId).toBeUndefined()
  config.networks = ['eip155:56', CHAIN]
  await vi.waitFor(() => expect(asked()).toEqual(ASKED), { timeout: 10_000 })
})

test('an account that was only watched is asked once its own wallet is connected', async () => {
  addConnector(watchConnector(CHAIN, signer.address))
  addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] }).connector)
  await connect({ wallet: WATCH })
  stops.push(startSiwx())
  await vi.waitFor(() => expect(siwx.checking).toBe(false))
  expect(modal.elementId).toBeUndefined()
  await connect({ wallet: 'mock' })
  expect(chains.active.caipAddress).toBe(`${CHAIN}:${signer.address}`)
  await vi.waitFor(() => expect(asked()).toEqual(ASKED), { timeout: 10_000 })
})

test('optional: a visitor whose wallet goes to a network without sign-in, and comes back, has not declined: they are asked again', async () => {
  Object.assign(config, { signInMode: 'optional', wrongNetwork: 'badge' })
  const wallet = mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] })
  addConnector(wallet.connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  const isAsked = () => modal.view === 'SIWXSignMessage' && modal.elementId === 1
  await vi.waitFor(() => expect(isAsked()).toBe(true), { timeout: 10_000 })
  wallet.emit({ type: 'change', connections: [mockConnection('eip155:1', signer.address)] })
  await vi.waitFor(() => expect([siwx.checking, modal.elementId]).toEqual([false, undefined]))
  wallet.emit({ type: 'change', connections: [mockConnection(CHAIN, signer.address)] })
  await vi.waitFor(() => expect(isAsked()).toBe(true))
})

test('a lookup that is answered after the last element has left asks nobody, and locks nothing', async () => {
  let answer = (_: []) => {}
  ownSiwx.siwx = {
    ...builtInSiwx,
    getSessions: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  }
  addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] }).connector)
  await connect({ wallet: 'mock' })
  const stop = startSiwx()
  expect(siwx.checking).toBe(true)
  stop()
  answer([])
  await someTurns()
  expect([modal.elementId, siwx.locked, siwx.checking]).toEqual([undefined, false, false])
})
