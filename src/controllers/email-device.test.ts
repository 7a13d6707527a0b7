import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage } from '../../.ci/embedded-world'
import { DEVICE_LIMIT_MS } from '../connectors/auth-exchange'
import { PATIENCE } from '../connectors/test-frame'
import { chains } from '../state/chains'
import { embedded } from '../state/embedded'
import { modal } from '../state/modal'
import { notice } from '../state/notice'
import {
  EMAIL_COOLDOWN_MS,
  resendEmail,
  secondsToWait,
  submitCode,
  submitNewEmail,
  submitUpdateCode,
  waitForDevice,
} from './email-login'
import { goBack, navigate, openModal } from './modal'

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let stage: Stage
let now = 0
let stop = () => {}
const waits = () => stage.last().posted.filter(({ type }) => type === '@w3m-app/CONNECT_DEVICE')

/** The visitor is asked to open the link in the mail, and may request another one. */
beforeEach(async () => {
  stage = openShop()
  now += EMAIL_COOLDOWN_MS
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  openModal(7, 'Connect')
  navigate('EmailVerifyDevice')
  embedded.mailedTo = 'ada@example.org'
  stop = waitForDevice()
  await vi.waitFor(() => expect(stage.last().isConnected).toBe(true), PATIENCE)
  stage.getReady()
  await vi.waitFor(() => expect(waits()).toHaveLength(1), PATIENCE)
})
afterEach(() => {
  stop()
  closeShop()
})

describe('resendEmail, while a device is confirmed', () => {
  test('waits for the new link instead of the old one', async () => {
    const sent = resendEmail()
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_DEVICE' })
    expect([await sent, notice.snack?.text]).toEqual([true, 'Code email resent'])
    await vi.waitFor(() => expect(waits()).toHaveLength(2), PATIENCE)
    const [old] = waits()
    stage.say(stage.last().contentWindow, { type: '@w3m-frame/CONNECT_DEVICE_ERROR', id: old?.id, payload: { message: 'Old' } })
    expect([modal.view, embedded.words]).toEqual(['EmailVerifyDevice', undefined])
    await stage.answer('CONNECT_DEVICE')
    await vi.waitFor(() => expect(modal.view).toBe('EmailVerifyOtp'), PATIENCE)
  })

  test('leaving ends the wait for the new link', async () => {
    const sent = resendEmail()
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_DEVICE' })
    await sent
    await vi.waitFor(() => expect(waits()).toHaveLength(2), PATIENCE)
    stop()
    await stage.answer('CONNECT_DEVICE')
    expect(modal.view).toBe('EmailVerifyDevice')
  })

  test('shows the code input if the frame now asks for a code', async () => {
    const sent = resendEmail()
    await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
    expect([await sent, modal.view, waits().length]).toEqual([true, 'EmailVerifyOtp', 1])
  })

  test('connects if the frame asks for nothing more', async () => {
    const sent = resendEmail()
    await stage.answer('CONNECT_EMAIL', { action: 'CONNECT' })
    await stage.answer('GET_USER', { address: KEY, chainId: 31337 })
    await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
    expect([await sent, notice.snack?.text]).toEqual([true, undefined])
    expect(chains.active).toMatchObject({ address: KEY, status: 'connected' })
  })

  test('error: an answer after the visitor has left connects nobody and starts no wait', async () => {
    const sent = resendEmail()
    await vi.waitFor(() => expect(stage.last().posted.at(-1)?.type).toBe('@w3m-app/CONNECT_EMAIL'), PATIENCE)
    navigate('AllWallets')
    await stage.answer('CONNECT_EMAIL', { action: 'CONNECT' })
    expect([await sent, chains.active.status, modal.view, waits().length]).toEqual([true, 'disconnected', 'AllWallets', 1])
  })
})

test('error: an expired link leads back to Connect with "Please sign in again", not with words about the set-up', async () => {
  stop()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stop = waitForDevice()
  await vi.waitFor(() => expect(waits()).toHaveLength(2), PATIENCE)
  await vi.advanceTimersByTimeAsync(DEVICE_LIMIT_MS)
  vi.useRealTimers()
  expect([modal.view, embedded.code, embedded.words]).toEqual(['Connect', 'LOGIN_STEP_FAILED', 'Please sign in again'])
})

describe('submitUpdateCode', () => {
  const change = () => {
    openModal(7, 'Account')
    navigate('UpdateEmail')
    Object.assign(embedded, { updating: 'secondary', newEmail: 'ada@new.example' })
    return submitUpdateCode('123456')
  }
  const accept = () => stage.answer('UPDATE_EMAIL_SECONDARY_OTP', { newEmail: 'ada@new.example' })

  test('returns to where the change was started', async () => {
    const done = change()
    await accept()
    expect([await done, modal.view, embedded.email]).toEqual([true, 'Account', 'ada@new.example'])
  })

  test('ends the cooldown between mails: after signing out at once, the new address may be used', async () => {
    const saved = submitNewEmail('ada@new.example')
    await stage.answer('UPDATE_EMAIL', { action: 'VERIFY_SECONDARY_OTP' })
    expect([await saved, secondsToWait()]).toEqual([true, 30])
    const done = change()
    await accept()
    expect([await done, secondsToWait(), embedded.wait]).toEqual([true, 0, 0])
  })

  test('the code of the present address leads to the new one’s, which is another', async () => {
    openModal(7, 'UpdateEmail')
    Object.assign(embedded, { updating: 'primary', newEmail: 'ada@new.example' })
    const done = submitUpdateCode('123456')
    await stage.answer('UPDATE_EMAIL_PRIMARY_OTP')
    await vi.waitFor(() => expect(embedded.updating).toBe('secondary'))
    expect(stage.last().posted.some(({ type }) => type === '@w3m-app/UPDATE_EMAIL_SECONDARY_OTP')).toBe(false)
    expect([await done, modal.view, embedded.email]).toEqual([true, 'UpdateEmail', undefined])
  })

  test('error: a new address that is none is refused here, and no mail is asked for', async () => {
    const saved = submitNewEmail('ada@')
    await vi.waitFor(() => expect(embedded.code).toBe('EMAIL_INVALID'), PATIENCE)
    expect([await saved, secondsToWait()]).toEqual([false, 0])
    expect(stage.last().posted.some(({ type }) => type === '@w3m-app/UPDATE_EMAIL')).toBe(false)
  })

  test('does not move a visitor who has gone to another view meanwhile', async () => {
    const done = change()
    goBack()
    navigate('Send')
    await accept()
    expect([await done, modal.view, embedded.email]).toEqual([true, 'Send', 'ada@new.example'])
  })
})

test('the cooldown between mails ends with the sign-in: after signing out at once, another address may be used', async () => {
  const sent = resendEmail()
  await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
  await sent
  expect(secondsToWait()).toBe(30)
  const done = submitCode('123456')
  await stage.answer('CONNECT_OTP')
  await stage.answer('GET_USER', { address: KEY, chainId: 31337 })
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
  expect([await done, secondsToWait(), embedded.wait]).toEqual([true, 0, 0])
})

test('error: an expired code says so below the code input, and the next mail’s code signs in', async () => {
  const twentyMinutes = 20 * 60_000
  const later = Date.now() + twentyMinutes
  const sent = resendEmail()
  await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
  await sent
  now += twentyMinutes
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  const late = submitCode('123456')
  await stage.answer('CONNECT_OTP', { message: 'That code has expired. Ask for a new one.' }, 'ERROR')
  expect([await late, modal.view]).toEqual([false, 'EmailVerifyOtp'])
  expect(embedded).toMatchObject({ words: 'That code has expired. Ask for a new one.', wrongIn: 'EmailVerifyOtp' })
  const again = resendEmail()
  await stage.answer('CONNECT_EMAIL', { action: 'VERIFY_OTP' })
  expect([await again, modal.view, embedded.words, notice.snack?.text]).toEqual([
    ...[true, 'EmailVerifyOtp', undefined, 'Code email resent'],
  ])
  const done = submitCode('654321')
  await stage.answer('CONNECT_OTP')
  await stage.answer('GET_USER', { address: KEY, chainId: 31337 })
  await stage.answer('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [] })
  expect([await done, chains.active.address]).toEqual([true, KEY])
})
