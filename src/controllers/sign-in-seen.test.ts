import { afterEach, expect, test, vi } from 'vitest'
import { mockConnection, mockWallet } from '../connectors/test-wallet'
import { siwx } from '../state/siwx'
import { connect } from './connection'
import { addConnector } from './discovery'
import { ownSiwx } from './own-siwx'
import { prepareWhenSeen } from './sign-in'
import { dropAttempt } from './sign-in-attempt'
import { startSiwx } from './siwx'
import { CHAIN, signer, signInRequired, stops } from './test-siwx'

signInRequired()

let stop = () => {}
afterEach(() => stop())

/** A tab that is asked to sign in while nobody looks at it; `made` are the messages of its backend. */
async function unseen() {
  const page = Object.assign(new EventTarget(), { hidden: true, querySelector: () => null, querySelectorAll: () => [] })
  vi.stubGlobal('document', page)
  const made: string[] = []
  const createMessage = async ({ accountAddress, chainId }: { accountAddress: string; chainId: string }) => {
    const data = {
      accountAddress,
      chainId,
      domain: 'bakery.example',
      uri: 'https://bakery.example',
      version: '1',
      nonce: '12345678',
    }
    return { ...data, toString: () => String(made.push(accountAddress)) }
  }
  ownSiwx.siwx = { createMessage, getSessions: async () => [], addSession: async () => {}, revokeSession: async () => {} }
  addConnector(mockWallet({}, { connections: [mockConnection(CHAIN, signer.address)] }).connector)
  await connect({ wallet: 'mock' })
  stops.push(startSiwx())
  await vi.waitFor(() => expect([siwx.checking, siwx.locked]).toEqual([false, true]), { timeout: 10_000 })
  stop = prepareWhenSeen()
  const show = (hidden: boolean) => {
    page.hidden = hidden
    page.dispatchEvent(new Event('visibilitychange'))
  }
  await new Promise((next) => setImmediate(next))
  return { made, show }
}

test('a tab that nobody looks at makes no message to sign: a backend that knows one of a visitor would forget the other tab’s', async () => {
  const { made, show } = await unseen()
  expect(made).toEqual([])
  show(false)
  await vi.waitFor(() => expect(made).toEqual([signer.address]))
  show(true)
  show(false)
  await new Promise((next) => setImmediate(next))
  expect(made).toEqual([signer.address])
})

test('nor does one whose question has gone by the time that somebody looks', async () => {
  const { made, show } = await unseen()
  stop()
  dropAttempt()
  show(false)
  await new Promise((next) => setImmediate(next))
  expect(made).toEqual([])
})
