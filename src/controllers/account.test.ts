import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configureApi } from '../api/settings'
import { account } from '../state/account'
import { chainOf } from '../state/chains'
import { resetStores } from '../state/store'
import { refreshAccount } from './account'
import { configure } from './config'
import { onChange } from './on-change'

let asked = 0
beforeEach(() => {
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked++
    return Response.json({}, { status: 404 })
  })
  configure({ networks: ['eip155:56'] })
})
afterEach(() => {
  resetStores()
  configureApi({ projectId: undefined })
  vi.unstubAllGlobals()
})

test('error: on a network that the app does not use, nothing is read and the balance does not stay loading', async () => {
  const caipAddress = 'eip155:100:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:100', caipAddress, accounts: [caipAddress] })
  expect(await refreshAccount()).toBe(true)
  expect([account.owner, account.balance, account.balanceStatus, asked]).toEqual([caipAddress, undefined, 'ready', 0])
})

test('a balance that could not be read stays failed while it is read again; each retry took its note away, so that every 30 s a screen reader heard "Loading balances", and the error anew', async () => {
  const caipAddress = 'eip155:56:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  Object.assign(chainOf('eip155'), { status: 'connected', networkId: 'eip155:56', caipAddress, accounts: [caipAddress] })
  const seen: string[] = []
  const stop = onChange(
    [account],
    () => account.balanceStatus,
    () => seen.push(account.balanceStatus),
  )
  expect(await refreshAccount()).toBe(false)
  expect(seen).toEqual(['loading', 'failed'])
  const before = asked
  // The pause after a failure is over.
  account.balanceRetryAt = 0
  expect(await refreshAccount()).toBe(false)
  expect(asked).toBeGreaterThan(before)
  stop()
  expect(seen).toEqual(['loading', 'failed'])
})
