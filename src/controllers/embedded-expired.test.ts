import { ref } from 'valtio/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage, signInFramed } from '../../.ci/embedded-world'
import { PATIENCE } from '../connectors/test-frame'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import { signInAttempt } from '../state/sign-in'
import { smartSessions } from '../state/smart-sessions'
import { lookWhetherDeployed } from './account-type'
import { walletOf } from './connection'
import { navigate, openModal, viewPainted } from './modal'
import { ownSiwx } from './own-siwx'
import { onError } from './report'
import { signIn } from './sign-in'
import { startSiwx } from './siwx'
import { revokeSession } from './smart-sessions'

const SMART = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const user = { address: SMART, chainId: 31337, accounts: [{ address: SMART, type: 'smartAccount' }], smartAccountDeployed: false }

let stage: Stage
const codes: string[] = []
const stops: (() => void)[] = []

beforeEach(() => {
  stage = openShop()
  codes.length = 0
  stops.push(onError(({ code }) => codes.push(code)))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  ownSiwx.siwx = undefined
  closeShop()
})

/** The frame refuses what has just been approved or asked: it was signed out on another device. */
async function refuse(name: string) {
  await stage.answer(name, { message: 'Nobody is signed in' }, 'ERROR')
  await stage.answer('IS_CONNECTED', { isConnected: false })
  await vi.waitFor(() => expect(chains.active.status).toBe('disconnected'), PATIENCE)
}

async function approvalShown() {
  await vi.waitFor(() => expect(embedded.approvals).toHaveLength(1), PATIENCE)
  viewPainted('ApproveTransaction')
  await stage.answer('GET_CHAIN_ID', { chainId: 31337 })
}

const saysSo = () =>
  vi.waitFor(() => expect([codes, notice.snack?.text]).toEqual([['LOGIN_EXPIRED'], 'Please sign in again']), PATIENCE)

test('error: a session that ended elsewhere is what is told, not that an app’s permission is still active', async () => {
  await signInFramed(stage, user)
  openModal(7, 'Account')
  navigate('SmartSessionList')
  const session = { pci: 'p', app: { name: 'App' }, createdAt: 1, expiry: 2, permissions: [], wire: [] }
  Object.assign(smartSessions, { owner: chains.active.caipAddress, list: ref([session]), status: 'ready' })
  const revoking = revokeSession('p')
  await approvalShown()
  await refuse('RPC_REQUEST')
  expect(await revoking).toBe(false)
  await saysSo()
})

test('error: a sign-in whose account’s session ended elsewhere says so; it went without a word', async () => {
  config.signInMode = 'required'
  ownSiwx.siwx = {
    createMessage: async () => ({ domain: 'shop.example', toString: () => 'Sign in' }) as never,
    ...{ getSessions: async () => [], addSession: async () => {}, setSessions: async () => {}, revokeSession: async () => {} },
  } as typeof ownSiwx.siwx
  await signInFramed(stage, user)
  stops.push(startSiwx())
  await vi.waitFor(() => expect(modal.view).toBe('SIWXSignMessage'), PATIENCE)
  const signing = signIn.run().catch(({ code }) => code)
  await vi.waitFor(() => expect(signInAttempt.status).toBe('signing'), PATIENCE)
  await approvalShown()
  await refuse('RPC_REQUEST')
  expect(await signing).toBe('ABORTED')
  await saysSo()
  expect(modal.elementId).toBe(7)
})

test('error: an account that is found signed out while it is only looked at says so, once for all requests', async () => {
  await signInFramed(stage, user)
  embedded.deployed = false
  const looking = lookWhetherDeployed()
  const reading = walletOf('eip155').request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] })
  reading.catch(() => {})
  for (const name of ['GET_USER', 'SWITCH_NETWORK']) await stage.answer(name, { message: 'Nobody is signed in' }, 'ERROR')
  for (let each = 0; each < 2; each++) await stage.answer('IS_CONNECTED', { isConnected: false })
  await Promise.allSettled([looking, reading])
  await saysSo()
})
