import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage } from '../../.ci/embedded-world'
import { PATIENCE } from '../connectors/test-frame'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { EMAIL_COOLDOWN_MS, submitEmail, waitForDevice } from './email-login'
import { closeFrame } from './embedded'
import { startFarcaster } from './farcaster-login'
import { goBack, openModal } from './modal'

let stage: Stage
let now = 0

beforeEach(() => {
  stage = openShop()
  now += EMAIL_COOLDOWN_MS
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  openModal(7, 'Connect')
})
afterEach(closeShop)

const mails = () => stage.last().posted.filter(({ type }) => type === '@w3m-app/CONNECT_EMAIL')

/** Types an address, gets a mail, and presses Back. */
async function mailedAndBack(email: string, action: 'VERIFY_OTP' | 'VERIFY_DEVICE') {
  const done = submitEmail(email)
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('CONNECT_EMAIL', { action })
  expect(await done).toBe(true)
  goBack()
}

describe('submitEmail, after Back', () => {
  test.each([
    ['VERIFY_OTP', 'EmailVerifyOtp'],
    ['VERIFY_DEVICE', 'EmailVerifyDevice'],
  ] as const)(
    'with the same address leads on at once to what its mail is for, and asks for no other: %s',
    async (action, view) => {
      await mailedAndBack('ada@example.org', action)
      expect([await submitEmail(' ada@example.org'), modal.view, mails().length]).toEqual([true, view, 1])
    },
  )

  test('leads to the code where the link in the mail has been opened meanwhile', async () => {
    const done = submitEmail('ada@example.org')
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_DEVICE' })
    await done
    const stop = waitForDevice()
    await stage.answer('CONNECT_DEVICE')
    await vi.waitFor(() => expect(modal.view).toBe('EmailVerifyOtp'), PATIENCE)
    stop()
    goBack()
    expect([await submitEmail('ada@example.org'), modal.view, mails().length]).toEqual([true, 'EmailVerifyOtp', 1])
  })

  test('error: with another address it waits for as long as another mail has to', async () => {
    await mailedAndBack('ada@example.org', 'VERIFY_OTP')
    expect(await submitEmail('grace@example.org')).toBe(false)
    expect([embedded.code, modal.view, mails().length]).toEqual(['EMAIL_COOLDOWN', 'Connect', 1])
  })

  test.each([
    [
      'has begun anew',
      async () => {
        startFarcaster()()
        await stage.answer('RELOAD')
        stage.getReady()
      },
    ],
    ['has gone with its element', async () => closeFrame()],
  ])('error: waits for another mail where the frame %s, which knows nothing of the first one', async (_, begin) => {
    await mailedAndBack('ada@example.org', 'VERIFY_OTP')
    await begin()
    expect(await submitEmail('ada@example.org')).toBe(false)
    expect([embedded.code, modal.view]).toEqual(['EMAIL_COOLDOWN', 'Connect'])
  })

  test('is known by the address of who is signed in, not by the one that was typed', async () => {
    embedded.email = 'grace@example.org'
    await mailedAndBack('ada@example.org', 'VERIFY_OTP')
    expect([embedded.email, embedded.mailedTo]).toEqual(['grace@example.org', 'ada@example.org'])
  })

  test('asks for another mail when that time is over', async () => {
    await mailedAndBack('ada@example.org', 'VERIFY_OTP')
    now += EMAIL_COOLDOWN_MS
    const later = Date.now() + EMAIL_COOLDOWN_MS
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    const again = submitEmail('ada@example.org')
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    expect([await again, mails().length]).toEqual([true, 2])
  })
})
