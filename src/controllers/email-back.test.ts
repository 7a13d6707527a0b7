import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage } from '../../.ci/embedded-world'
import { PATIENCE } from '../connectors/test-frame'
import { attempt } from '../state/attempt'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import {
  EMAIL_COOLDOWN_MS,
  resendEmail,
  submitCode,
  submitEmail,
  submitNewEmail,
  submitUpdateCode,
  waitForDevice,
} from './email-login'
import { closeFrame } from './embedded'
import { startFarcaster } from './farcaster-login'
import { goBack, hideModal, navigate, openModal } from './modal'

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

describe('a code typed while another mail is being sent', () => {
  /** Another mail has been requested, and the first one’s code is typed completely. */
  async function typedMeanwhile() {
    navigate('EmailVerifyOtp')
    Object.assign(embedded, { mailedTo: 'ada@example.org', mailView: 'EmailVerifyOtp' })
    const sent = resendEmail()
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    await vi.waitFor(() => expect(mails()).toHaveLength(1), PATIENCE)
    return { sent, typed: submitCode('123456') }
  }
  const codes = () => stage.last().posted.filter(({ type }) => type === '@w3m-app/CONNECT_OTP')

  test('is submitted once the mail has been sent', async () => {
    const { sent, typed } = await typedMeanwhile()
    expect(codes()).toEqual([])
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    expect(await sent).toBe(true)
    await stage.answer('CONNECT_OTP', { message: 'That code didn’t match' }, 'ERROR')
    expect([await typed, embedded.words, codes().length]).toEqual([false, 'That code didn’t match', 1])
  })

  test.each([
    ['this device has to be confirmed first', () => stage.answer('CONNECT_EMAIL', { action: 'VERIFY_DEVICE' })],
    [
      'the visitor has gone back',
      async () => {
        goBack()
        await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
      },
    ],
  ])('is dropped if %s', async (_, lead) => {
    const { sent, typed } = await typedMeanwhile()
    await lead()
    expect([await sent, await typed, codes()]).toEqual([true, false, []])
  })

  test.each([
    ['dropped if the change of address starts over, with the current address’s code', 'VERIFY_PRIMARY_OTP', 'primary', 0],
    ['submitted if the change is at the same step', 'VERIFY_SECONDARY_OTP', 'secondary', 1],
  ] as const)('is %s', async (_, action, updating, times) => {
    navigate('UpdateEmail')
    Object.assign(embedded, { newEmail: 'ada@new.example', updating: 'secondary' })
    const sent = submitNewEmail('ada@new.example')
    await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
    stage.getReady()
    const typed = submitUpdateCode('123456')
    await stage.answer('UPDATE_EMAIL', { action })
    expect([await sent, embedded.updating]).toEqual([true, updating])
    if (times) await stage.answer('UPDATE_EMAIL_SECONDARY_OTP', { message: 'That code didn’t match' }, 'ERROR')
    expect(await typed).toBe(false)
    expect(stage.last().posted.filter(({ type }) => /_OTP$/.test(type))).toHaveLength(times)
  })
})

test.each([
  ['a code', 'VERIFY_OTP', 'AllWallets', () => navigate('AllWallets')],
  ['no more', 'CONNECT', 'AllWallets', () => navigate('AllWallets')],
  ['a code', 'VERIFY_OTP', 'Connect', hideModal],
] as const)('an answer that wants %s (%s) does not move a visitor who has left meanwhile: %s', async (_, action, view, leave) => {
  const done = submitEmail('ada@example.org')
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await vi.waitFor(() => expect(mails()).toHaveLength(1), PATIENCE)
  leave()
  await stage.answer('CONNECT_EMAIL', { action })
  expect([await done, modal.view, attempt.status]).toEqual([true, view, 'idle'])
})

describe('submitEmail, after Back', () => {
  test.each([
    ['VERIFY_OTP', 'EmailVerifyOtp'],
    ['VERIFY_DEVICE', 'EmailVerifyDevice'],
  ] as const)(
    'with the same address continues at once with the mail that was sent, and sends no other: %s',
    async (action, view) => {
      await mailedAndBack('ada@example.org', action)
      expect([await submitEmail(' ada@example.org'), modal.view, mails().length]).toEqual([true, view, 1])
    },
  )

  test('shows the code input if the link in the mail has been opened meanwhile', async () => {
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

  test('error: with another address, waits for the cooldown between mails', async () => {
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
    ['was removed with its element', async () => closeFrame()],
  ])('error: waits for the cooldown if the frame %s, as it has forgotten the first mail', async (_, begin) => {
    await mailedAndBack('ada@example.org', 'VERIFY_OTP')
    await begin()
    expect(await submitEmail('ada@example.org')).toBe(false)
    expect([embedded.code, modal.view]).toEqual(['EMAIL_COOLDOWN', 'Connect'])
  })

  test('keeps the signed-in visitor’s address apart from the typed one', async () => {
    embedded.email = 'grace@example.org'
    await mailedAndBack('ada@example.org', 'VERIFY_OTP')
    expect([embedded.email, embedded.mailedTo]).toEqual(['grace@example.org', 'ada@example.org'])
  })

  test('sends another mail once the cooldown is over; error: a clock that is set forward does not end it', async () => {
    await mailedAndBack('ada@example.org', 'VERIFY_OTP')
    const later = Date.now() + EMAIL_COOLDOWN_MS
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    expect(await submitEmail('grace@example.org')).toBe(false)
    expect([embedded.code, mails().length]).toEqual(['EMAIL_COOLDOWN', 1])
    now += EMAIL_COOLDOWN_MS
    const again = submitEmail('ada@example.org')
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    expect([await again, mails().length]).toEqual([true, 2])
  })
})

test('once the account is connected the next step can begin, whenever the frame says where there are smart accounts', async () => {
  navigate('EmailVerifyOtp')
  Object.assign(embedded, { mailedTo: 'ada@example.org', mailView: 'EmailVerifyOtp' })
  const done = submitCode('123456')
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await stage.answer('CONNECT_OTP')
  await stage.answer('GET_USER', { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 31337 })
  expect([await done, embedded.busy, embedded.smartNetworks]).toEqual([true, undefined, []])
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [31337] })
  await vi.waitFor(() => expect(embedded.smartNetworks).toEqual([31337]), PATIENCE)
})
