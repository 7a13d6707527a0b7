import { describe, expect, test } from 'vitest'
import usage from '../../demo/docs/usage.md?raw'
import eventsSource from '../../elements/events.ts?raw'
import type { AnalyticsEvents } from './analytics-events'

describe('the docs page about analytics', () => {
  const table = usage.slice(usage.indexOf('| Analytics event'))
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const inPage = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))

  const sent: string[] = Object.keys(properties)
  const notSent = [...usage.slice(usage.indexOf('Events that others send')).matchAll(/^- (.+?): \S/gm)].flatMap(
    ([, names = '']) => [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )

  test('names every event that is sent', () => {
    expect(inPage.filter((name) => name && !sent.includes(name))).toEqual([])
    expect(sent.filter((name) => !inPage.includes(name))).toEqual([])
  })
  test('says why each other known event is not sent', () => {
    expect([...sent, ...notSent].sort()).toEqual(Object.keys(facts).sort())
  })
  test('names an existing event of the element for each, or says that there is none', () => {
    const told = [...eventsSource.matchAll(/^ {2}'(wallet-[a-z-]+)'/gm)].map(([, name]) => name)
    for (const row of rows) {
      const own = [...(row.split('|')[2] ?? '').matchAll(/`(wallet-[a-z-]+)`/g)].map(([, name]) => name)
      expect(
        own.filter((name) => !told.includes(name)),
        row,
      ).toEqual([])
      expect(own.length > 0 || /none: /.test(row), row).toBe(true)
    }
    expect(rows.length).toBeGreaterThan(15)
  })
})

test('every event has the known properties', () => {
  const told = Object.entries(properties).map(([name, each]) => [name, Object.keys(each).sort().join(' ')])
  const known = Object.entries(facts).filter(([name]) => name in properties)
  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(known.map(([name, words]) => [name, words.split(' ').filter(isTold(name)).sort().join(' ')])),
  )
})

/** Search texts and stack traces may contain anything. */
const untold: Record<string, string> = { SEARCH_WALLET: 'badge search', INTERNAL_SDK_ERROR: 'stackTrace' }
const isTold = (name: string) => (word: string) => !untold[name]?.split(' ').includes(word)

const where = 'isSmartAccount network'
const paging = 'address projectId cursor isSmartAccount'
const sending = `${where} token amount`
const swapping = `${where} swapFromToken swapToToken swapFromAmount swapToAmount`
/** Every known event with its properties (facts: public API §4.7). */
const facts: Record<string, string> = {
  MODAL_CREATED: '',
  INITIALIZE: 'options',
  ...{ MODAL_OPEN: 'connected', MODAL_CLOSE: 'connected', CLICK_ALL_WALLETS: '', SELECT_WALLET: 'name platform' },
  ...{ CONNECT_SUCCESS: 'method name', CONNECT_ERROR: 'message', CONNECT_PROXY_ERROR: 'message uri mobile_link name' },
  ...{ DISCONNECT_SUCCESS: 'namespace', DISCONNECT_ERROR: 'message', SWITCH_NETWORK: 'network' },
  ...{ CLICK_NETWORKS: '', CLICK_NETWORK_HELP: '', CLICK_WALLET_HELP: '', CLICK_GET_WALLET: '', SEARCH_WALLET: 'badge search' },
  ...{ CLICK_TRANSACTIONS: 'isSmartAccount', LOAD_MORE_TRANSACTIONS: paging, ERROR_FETCH_TRANSACTIONS: paging },
  ...{ CLICK_CANCEL_SIWX: where, SIWX_AUTH_SUCCESS: where, SIWX_AUTH_ERROR: where, CLICK_SIGN_SIWX_MESSAGE: where },
  ...{ EMAIL_LOGIN_SELECTED: '', EMAIL_SUBMITTED: '', DEVICE_REGISTERED_FOR_EMAIL: '', EMAIL_VERIFICATION_CODE_SENT: '' },
  ...{ EMAIL_VERIFICATION_CODE_PASS: '', EMAIL_VERIFICATION_CODE_FAIL: 'message', EMAIL_EDIT: '', EMAIL_UPGRADE_FROM_MODAL: '' },
  ...{ SOCIAL_LOGIN_STARTED: 'provider', SOCIAL_LOGIN_REQUEST_USER_DATA: 'provider', SOCIAL_LOGIN_SUCCESS: 'provider' },
  ...{ SOCIAL_LOGIN_ERROR: 'provider', SOCIAL_LOGIN_CANCELED: 'provider', SET_PREFERRED_ACCOUNT_TYPE: 'accountType network' },
  ...{ OPEN_SEND: where, OPEN_SWAP: where, OPEN_ENS_FLOW: 'isSmartAccount' },
  ...{ SEND_INITIATED: sending, SEND_SUCCESS: sending, SEND_ERROR: `${sending} message` },
  ...{ INITIATE_SWAP: swapping, SWAP_SUCCESS: swapping, SWAP_ERROR: `${swapping} message` },
  ...{ SWAP_APPROVAL_ERROR: `${swapping} message`, CLICK_SELECT_TOKEN_TO_SWAP: '', CLICK_CONVERT: '' },
  ...{ CLICK_SELECT_NETWORK_TO_SWAP: '', SELECT_BUY_CRYPTO: 'isSmartAccount', SELECT_BUY_PROVIDER: 'provider isSmartAccount' },
  ...{ SELECT_WHAT_IS_A_BUY: 'isSmartAccount', REGISTER_NAME_INITIATED: 'isSmartAccount ensName' },
  ...{ REGISTER_NAME_SUCCESS: 'isSmartAccount ensName', REGISTER_NAME_ERROR: 'isSmartAccount ensName error' },
  INTERNAL_SDK_ERROR: 'errorType errorMessage stackTrace uncaught',
}

const w = { network: true, isSmartAccount: true } as const
const p = { isSmartAccount: true, projectId: true, cursor: true, address: true } as const
const s = { ...w, token: true, amount: true } as const
const x = { ...w, swapFromToken: true, swapToToken: true, swapFromAmount: true, swapToAmount: true } as const
const named = { isSmartAccount: true, ensName: true } as const
const [mine, by, failed] = [{ isSmartAccount: true }, { provider: true }, { message: true }] as const
/** Checked by the compiler: every event and every property of ours, no other. INITIALIZE’s settings are typed there only. */
const properties: {
  [K in keyof AnalyticsEvents]: K extends 'INITIALIZE' ? { options: true } : Record<keyof AnalyticsEvents[K], true>
} = {
  INITIALIZE: { options: true },
  ...{ MODAL_OPEN: { connected: true }, MODAL_CLOSE: { connected: true }, CLICK_ALL_WALLETS: {}, CLICK_NETWORKS: {} },
  ...{ CLICK_WALLET_HELP: {}, CLICK_GET_WALLET: {}, CLICK_TRANSACTIONS: mine, CLICK_SELECT_TOKEN_TO_SWAP: {} },
  ...{ CLICK_CANCEL_SIWX: w, SEARCH_WALLET: {}, SELECT_WALLET: { name: true, platform: true } },
  ...{ CONNECT_SUCCESS: { method: true, name: true }, CONNECT_ERROR: failed, DISCONNECT_SUCCESS: { namespace: true } },
  ...{ DISCONNECT_ERROR: failed, SWITCH_NETWORK: { network: true }, SIWX_AUTH_SUCCESS: w, SIWX_AUTH_ERROR: w },
  ...{ EMAIL_LOGIN_SELECTED: {}, EMAIL_SUBMITTED: {}, EMAIL_VERIFICATION_CODE_SENT: {}, EMAIL_VERIFICATION_CODE_PASS: {} },
  ...{ EMAIL_VERIFICATION_CODE_FAIL: failed, DEVICE_REGISTERED_FOR_EMAIL: {}, EMAIL_EDIT: {}, EMAIL_UPGRADE_FROM_MODAL: {} },
  SOCIAL_LOGIN_STARTED: by,
  ...{ SOCIAL_LOGIN_REQUEST_USER_DATA: by, SOCIAL_LOGIN_SUCCESS: by, SOCIAL_LOGIN_ERROR: by, SOCIAL_LOGIN_CANCELED: by },
  ...{ SET_PREFERRED_ACCOUNT_TYPE: { accountType: true, network: true }, OPEN_SEND: w, OPEN_SWAP: w, OPEN_ENS_FLOW: mine },
  ...{ REGISTER_NAME_INITIATED: named, REGISTER_NAME_SUCCESS: named, REGISTER_NAME_ERROR: { ...named, error: true } },
  ...{ SELECT_BUY_CRYPTO: mine, SELECT_BUY_PROVIDER: { ...mine, ...by }, LOAD_MORE_TRANSACTIONS: p, ERROR_FETCH_TRANSACTIONS: p },
  ...{ SEND_INITIATED: s, SEND_SUCCESS: s, SEND_ERROR: { ...s, ...failed }, INITIATE_SWAP: x, SWAP_SUCCESS: x },
  ...{ SWAP_ERROR: { ...x, ...failed }, SWAP_APPROVAL_ERROR: { ...x, ...failed } },
  INTERNAL_SDK_ERROR: { errorType: true, errorMessage: true, uncaught: true },
}
