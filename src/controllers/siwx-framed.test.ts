import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage, signInFramed } from '../../.ci/embedded-world'
import { someTurns } from '../../.ci/turns'
import { PATIENCE } from '../connectors/test-frame'
import { siwxSessionsKey } from '../lib/siwx-sessions'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { signInAttempt } from '../state/sign-in'
import { siwx } from '../state/siwx'
import { builtInSiwx } from './built-in-siwx'
import { openModal, viewPainted } from './modal'
import { signIn } from './sign-in'
import { dropAttempt } from './sign-in-attempt'
import { askSignIn, startSiwx } from './siwx'
import { CHAIN, signer } from './test-siwx'

let stage: Stage
let stop = () => {}

beforeEach(() => {
  stage = openShop()
  Object.assign(config, { networks: [CHAIN, 'eip155:56'], signInMode: 'required' })
  vi.stubGlobal('location', { host: 'shop.example', origin: 'https://shop.example', hostname: 'shop.example', pathname: '/' })
  stop = startSiwx()
})
afterEach(() => {
  stop()
  closeShop()
})

/** Presses Sign in an element; resolves once the frame has the request and its approval is on screen. */
async function pressSign(element: number) {
  openModal(7, 'Connect')
  await signInFramed(stage, { address: signer.address, chainId: 31337 })
  await vi.waitFor(() => expect([siwx.checking, modal.view]).toEqual([false, 'SIWXSignMessage']), PATIENCE)
  openModal(element, 'SIWXSignMessage')
  const signed = signIn.run()
  signed.catch(() => {})
  await vi.waitFor(() => expect(modal.view).toBe('ApproveTransaction'), PATIENCE)
  viewPainted('ApproveTransaction')
  await stage.answer('GET_CHAIN_ID', { chainId: 31337 })
  await vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/RPC_REQUEST'), PATIENCE)
  return { signed }
}

test.each([
  ['above the question', 7],
  ['in another element', 8],
])('what another tab does meanwhile does not take the embedded wallet’s approval of a sign-in away: %s', async (_, element) => {
  const { signed } = await pressSign(element)
  const look = vi.spyOn(builtInSiwx, 'getSessions')
  const other = new BroadcastChannel(`${config.storagePrefix}:${siwxSessionsKey.name}`)
  other.postMessage('changed')
  await vi.waitFor(() => expect([look.mock.calls.length, siwx.checking]).toEqual([1, false]))
  other.close()
  expect([modal.view, signInAttempt.status]).toEqual(['ApproveTransaction', 'signing'])
  await stage.answer('RPC_REQUEST', await signer.signMessage({ message: signInAttempt.text ?? '' }))
  expect((await signed).data.accountAddress).toBe(signer.address)
  await someTurns()
  expect([siwx.session !== undefined, modal.elementId]).toEqual([true, undefined])
})

test('error: an attempt that is over, as after a switch of the network, leaves no approval on screen: nobody would take its signature', async () => {
  const { signed } = await pressSign(7)
  dropAttempt()
  askSignIn()
  expect(modal.stack.map(({ view }) => view)).toEqual(['SIWXSignMessage'])
  await expect(signed).rejects.toThrow()
})
