import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeShop, openShop, type Stage, signInFramed } from '../../.ci/embedded-world'
import { REQUEST_LIMIT_MS } from '../connectors/auth-exchange'
import { chains } from '../state/chains'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { notice } from '../state/notice'
import { changeAccountType } from './account-type'
import { embeddedWallet } from './embedded'
import { preferredType, preferType } from './preferred-type'
import { onError } from './report'

const KEY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SMART = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const user = (address: string) => ({ address, chainId: 31337, preferredAccountType: address === KEY ? 'eoa' : 'smartAccount' })

let stage: Stage
const codes: string[] = []
let stop = () => {}

beforeEach(() => {
  stage = openShop()
  codes.length = 0
  stop = onError(({ code }) => codes.push(code))
})
afterEach(() => {
  stop()
  closeShop()
  vi.useRealTimers()
})

test('error: if the frame answers neither the switch nor the question which account is in use, that is reported, and a retry finds out', async () => {
  await signInFramed(stage, user(KEY))
  vi.useFakeTimers()
  const changing = changeAccountType('smartAccount')
  await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
  await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS)
  expect(await changing).toBe(false)
  expect([chains.active.address, preferredType(), embedded.busy, codes]).toEqual([KEY, 'eoa', undefined, ['REQUEST_FAILED']])
  expect(notice.snack).toMatchObject({ kind: 'error', text: 'Something went wrong' })

  const again = changeAccountType('smartAccount')
  await vi.advanceTimersByTimeAsync(0)
  await stage.answer('SET_PREFERRED_ACCOUNT', { type: 'smartAccount', address: SMART })
  await vi.advanceTimersByTimeAsync(0)
  await stage.answer('GET_USER', user(SMART))
  await vi.advanceTimersByTimeAsync(0)
  expect([await again, chains.active.address, preferredType()]).toEqual([true, SMART, 'smartAccount'])
})

test('error: offline the frame is not asked, the account that is shown stays the preferred one, and the visitor is told at once', async () => {
  preferType('smartAccount')
  await signInFramed(stage, user(SMART))
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' })
  expect(await changeAccountType('eoa')).toBe(false)
  expect([preferredType(), embedded.busy, codes, notice.snack?.text]).toEqual([
    ...['smartAccount', undefined, ['OFFLINE'], 'You are offline'],
  ])
  expect(stage.last().posted.some(({ type }) => type === '@w3m-app/SET_PREFERRED_ACCOUNT')).toBe(false)
})

test('a preference that the host changes later counts from the next question on; what was chosen here wins', async () => {
  await signInFramed(stage, user(KEY))
  const asked = () => stage.last().posted.findLast(({ type }) => type === '@w3m-app/GET_USER')?.payload
  expect(asked()).toMatchObject({ preferredAccountType: 'eoa' })
  config.accountType = 'smart-account'
  const { refreshAccounts } = await embeddedWallet()
  const refreshed = refreshAccounts()
  await stage.answer('GET_USER', user(SMART))
  await refreshed
  expect([asked(), chains.active.address]).toMatchObject([{ preferredAccountType: 'smartAccount' }, SMART])
  preferType('eoa')
  expect(preferredType()).toBe('eoa')
})
