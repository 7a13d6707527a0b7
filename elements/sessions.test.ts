import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownSiwx } from '../src/controllers/own-siwx'
import { forgetAll } from '../src/lib/storage'
import { config } from '../src/state/config'
import { auth } from '../src/state/login'
import { resetStores } from '../src/state/store'
import { tellOfSessions } from './sessions'

const referrer = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let stop = () => {}
beforeEach(() => {
  resetStores()
  forgetAll()
  vi.stubGlobal('location', { search: `?ref=${referrer}` })
})
afterEach(() => {
  stop()
  ownSiwx.login = undefined
  vi.unstubAllGlobals()
})

test.each([
  ['the routes below login-url', () => Object.assign(config, { loginUrl: 'https://bakery.example/' })],
  ['the host’s own client', () => Object.assign(ownSiwx, { login: {} })],
])('who referred the visitor is known before anybody logs in, by %s too', async (_, give) => {
  give()
  stop = tellOfSessions(() => {})
  await vi.waitFor(() => expect(auth.ref).toBe(referrer), { timeout: 10_000 })
})
