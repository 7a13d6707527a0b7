import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stageFrames } from '../src/connectors/test-frame'
import { hideModal, openModal } from '../src/controllers/modal'
import { ownSiwx } from '../src/controllers/own-siwx'
import { sleep } from '../src/controllers/wake'
import '../src/lib/later-errors'
import type { SiwxSession } from '../src/lib/siwx'
import { chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { modal } from '../src/state/modal'
import { siwx } from '../src/state/siwx'
import { resetStores } from '../src/state/store'
import { signInWith, untilOnNetwork, untilSignedIn } from './sign-in'

const [smart, own] = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const session: SiwxSession = {
  ...{ message: 'm', signature: '0x' },
  data: { accountAddress: own, chainId: 'eip155:1', domain: 'a.example', uri: 'https://a.example', version: '1', nonce: 'n' },
}
beforeEach(() => {
  resetStores()
  chains.active.caipAddress = `eip155:1:${smart}`
})
afterEach(() => {
  sleep()
  ownSiwx.siwx = undefined
  vi.unstubAllGlobals()
})

test('switching accounts, e.g. because a smart account is not supported, still resolves the waiting call after signing in', async () => {
  const { end } = untilSignedIn()
  chains.active.caipAddress = `eip155:1:${own}`
  await Promise.resolve()
  siwx.session = session
  expect(await end).toEqual(session)
})

test('error: disconnecting rejects it', async () => {
  const { end } = untilSignedIn()
  chains.active.caipAddress = undefined
  await expect(end).rejects.toMatchObject({ code: 'ABORTED' })
})

test('a visitor on an unsupported network is offered the supported ones, and continues after switching', async () => {
  openModal(1, 'UnsupportedChain')
  chains.active.networkId = 'eip155:1'
  const { end } = untilOnNetwork()
  chains.active.networkId = 'eip155:56'
  // The view is done.
  hideModal()
  expect(await end).toBe(true)
})

test('error: closing it rejects', async () => {
  openModal(1, 'UnsupportedChain')
  chains.active.networkId = 'eip155:1'
  const { end } = untilOnNetwork()
  hideModal()
  await expect(end).rejects.toMatchObject({ code: 'ABORTED' })
})

test.each([
  ['prompt', 'UnsupportedChain', 'VIEW_UNAVAILABLE'],
  ['badge', 'UnsupportedChain', 'VIEW_UNAVAILABLE'],
  ['ignore', 'Connect', 'SIGN_IN_UNSUPPORTED'],
] as const)('signIn() on an unsupported network, wrong-network="%s": %s', async (wrongNetwork, view, code) => {
  stageFrames('https://secure.example')
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  Object.assign(config, { signInMode: 'optional', wrongNetwork })
  Object.assign(chains.active, { status: 'connected', networkId: 'eip155:1', connectorId: 'mock' })
  const element = { isConnected: true, ownerDocument: document, elementId: 1, embedded: false, shadowRoot: null } as never
  // Without a browser no view is rendered.
  await expect(signInWith(element)).rejects.toMatchObject({ code })
  expect(modal.view).toBe(view)
})

test('error: signIn() where sign-in is off says so in what the console prints; it blamed the wallet', async () => {
  const element = { isConnected: true, elementId: 1, embedded: false, shadowRoot: null } as never
  await expect(signInWith(element)).rejects.toMatchObject({
    code: 'SIGN_IN_UNSUPPORTED',
    message: 'Sign-in is off',
    help: expect.stringContaining('sign-in attribute'),
  })
})

test('a visitor who has signed in before is not asked again by a call at page load, and nothing opens', async () => {
  stageFrames('https://secure.example')
  vi.stubGlobal('location', { origin: 'https://shop.example', host: 'shop.example', hostname: 'shop.example' })
  ownSiwx.siwx = { getSessions: async () => [session] }
  Object.assign(config, { networks: ['eip155:1'], signInMode: 'optional' })
  const found = {
    status: 'connected',
    networkId: 'eip155:1',
    connectorId: 'mock',
    restored: true,
    wallet: { id: 'mock', name: 'M' },
  }
  Object.assign(chains.active, found)
  const element = { isConnected: true, elementId: 1, embedded: false, shadowRoot: null } as never
  expect(await signInWith(element)).toEqual(session)
  expect(modal).toMatchObject({ elementId: undefined, view: 'Connect' })
})
