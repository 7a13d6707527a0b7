import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage } from '../../.ci/embedded-world'
import { PATIENCE } from '../connectors/test-frame'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { diagnose } from './diagnose'
import { submitEmail } from './email-login'
import { openModal } from './modal'

const host = new URL(config.secureSiteUrl).host
let stage: Stage

beforeEach(() => {
  stage = openShop()
  vi.stubGlobal('fetch', async () => Response.json({ result: '0x7a69' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  closeShop()
})

const framed = () => vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)

/** The findings by name, once everything has been waited for. */
async function found(asked: ReturnType<typeof diagnose>) {
  let checks: Awaited<typeof asked>['checks'] | undefined
  void asked.then((all) => {
    checks = all.checks
  })
  while (!checks) await vi.advanceTimersByTimeAsync(100)
  const all = checks
  return (name: string) => all.find((each) => each.name === name)
}

test('the secure frame is started where a login in it is offered; it is no wallet of this browser', async () => {
  config.socials = ['google']
  const asked = diagnose()
  await framed()
  stage.getReady()
  await stage.answer('IS_CONNECTED', { isConnected: false })
  const check = await found(asked)
  expect(check('Secure site')).toEqual({ name: 'Secure site', ok: true, text: `${host} answers` })
  expect(check('Wallets')?.text).toBe('None in this browser')
})

test('without such a login no frame is started', async () => {
  const check = await found(diagnose())
  expect([check('Secure site'), stage.frames]).toEqual([undefined, []])
})

test('error: a frame that does not start is a finding that says what to look at; a login that waits for it goes on', async () => {
  config.email = true
  openModal(7, 'Connect')
  const submitted = submitEmail('ada@example.org')
  const check = await found(diagnose())
  expect(check('Secure site')).toMatchObject({ ok: false, text: expect.stringMatching(`^${host} .*secure-site-url.*frame-src`) })
  await framed()
  stage.getReady()
  await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
  expect([await submitted, embedded.mailedTo]).toEqual([true, 'ada@example.org'])
})

test('error: a browser that blocks the frame’s storage is named', async () => {
  config.email = true
  const asked = diagnose()
  await framed()
  stage.getReady()
  await stage.answer('IS_CONNECTED', { message: 'Access to localStorage was denied' }, 'ERROR')
  expect((await found(asked))('Secure site')).toMatchObject({ ok: false, text: expect.stringContaining('storage') })
})
