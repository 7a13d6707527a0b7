import { describe, expect, test, vi } from 'vitest'
import { ADDRESS, all, connect, events, restart, sent, settled } from '../../.ci/analytics-world'
import { AUTH_ID } from '../lib/auth-id'
import { WalletError } from '../lib/errors'
import { chainOf } from '../state/chains'
import { embedded } from '../state/embedded'
import { history } from '../state/history'
import { modal } from '../state/modal'
import { siwx } from '../state/siwx'
import { wallets } from '../state/wallets'
import type { ViewName } from '../views'
import { BATCH_MS } from './analytics'
import { allowed } from './host-consent'
import { report } from './report'
import { noteUpgrade } from './upgrade'

describe('analytics', () => {
  test('a transfer is counted when it is confirmed in the modal and when it is sent, without the receiver', async () => {
    Object.assign(modal, { elementId: 1, stack: [{ view: 'SendReview' }] })
    await settled()
    const about = { kind: 'send', networkId: 'eip155:56' } as const
    expect(allowed({ type: 'before-transaction', ...about, request: { to: ADDRESS } }, { symbol: 'BNB', amount: '0.25' })).toBe(
      true,
    )
    allowed({ type: 'transaction', ...about, hash: '0x1', status: 'submitted' })
    allowed({ type: 'transaction', ...about, hash: '0x1', status: 'confirmed' })
    report(new WalletError('SEND_FAILED'))
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    const properties = { isSmartAccount: false, token: 'BNB', amount: 0.25 }
    expect(events().slice(1)).toMatchObject([
      { event: 'SEND_INITIATED', properties },
      { event: 'SEND_SUCCESS', properties },
      { event: 'SEND_ERROR', properties: { isSmartAccount: false, message: 'SEND_FAILED' } },
    ])
    expect(events().at(-1)?.properties).not.toHaveProperty('token')
    expect(sent.map(({ body }) => body).join()).not.toMatch(/0xf39f/i)
  })

  test.each(['confirmed', 'failed'] as const)(
    'a transfer keeps its token and amount where an earlier one is %s while the wallet is asked; it was counted as of nothing',
    async (status) => {
      Object.assign(modal, { elementId: 1, stack: [{ view: 'SendReview' }] })
      await settled()
      const about = { kind: 'send', networkId: 'eip155:56' } as const
      allowed({ type: 'before-transaction', ...about, request: {} }, { symbol: 'BNB', amount: '0.25' })
      allowed({ type: 'transaction', ...about, hash: '0x1', status })
      allowed({ type: 'transaction', ...about, hash: '0x2', status: 'submitted' })
      await vi.advanceTimersByTimeAsync(BATCH_MS)
      expect(events().at(-1)).toMatchObject({ event: 'SEND_SUCCESS', properties: { token: 'BNB', amount: 0.25 } })
    },
  )

  test('a swap is counted apart from its approval, and an error by the step it happened in', async () => {
    Object.assign(modal, { elementId: 1, stack: [{ view: 'SwapReview' }] })
    await settled()
    const about = { networkId: 'eip155:56' } as const
    const moved = { symbol: 'BNB', amount: '1', toSymbol: 'USDT', toAmount: '600.5' }
    allowed({ type: 'before-transaction', kind: 'approve', ...about, request: {} }, moved)
    report(new WalletError('USER_REJECTED'))
    allowed({ type: 'before-transaction', kind: 'swap', ...about, request: {} }, moved)
    report(new WalletError('SWAP_FAILED'))
    allowed({ type: 'before-transaction', kind: 'calls', ...about, request: {} })
    allowed({ type: 'transaction', kind: 'calls', ...about, hash: '0x1', status: 'submitted' })
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().map(({ event }) => event)).toEqual([
      ...['MODAL_OPEN', 'SWAP_APPROVAL_ERROR', 'INITIATE_SWAP', 'SWAP_ERROR', 'INITIATE_SWAP', 'SWAP_SUCCESS'],
    ])
    const swapped = { swapFromToken: 'BNB', swapToToken: 'USDT', swapFromAmount: '1', swapToAmount: '600.5' }
    expect(events()[1]?.properties).toMatchObject({ ...swapped, message: 'USER_REJECTED' })
    expect(events()[2]?.properties).toMatchObject(swapped)
  })

  test('a sign-in by e-mail is counted step by step, without the address or the code', async () => {
    modal.elementId = 1
    const view = async (name: ViewName) => {
      modal.stack = [{ view: name }]
      await settled()
    }
    const step = async (busy: 'email' | 'code', code?: 'LOGIN_STEP_FAILED') => {
      Object.assign(embedded, { busy, code: undefined, email: 'a@b.example' })
      await settled()
      Object.assign(embedded, { busy: undefined, code })
      await settled()
    }
    await view('EmailLogin')
    await step('email')
    await view('EmailVerifyDevice')
    await view('EmailVerifyOtp')
    await step('code', 'LOGIN_STEP_FAILED')
    await step('code')
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().map(({ event }) => event)).toEqual([
      ...['MODAL_OPEN', 'EMAIL_LOGIN_SELECTED', 'EMAIL_SUBMITTED', 'EMAIL_VERIFICATION_CODE_SENT'],
      ...['DEVICE_REGISTERED_FOR_EMAIL', 'EMAIL_VERIFICATION_CODE_FAIL', 'EMAIL_VERIFICATION_CODE_PASS'],
    ])
    expect(sent.map(({ body }) => body).join()).not.toContain('b.example')
  })

  test('a social sign-in is counted from start to end, and so is the redirect to the secure site', async () => {
    modal.elementId = 1
    const go = async (busy: 'social' | undefined, more: Partial<typeof embedded> = {}) => {
      Object.assign(embedded, { busy, ...more })
      await settled()
    }
    await go('social', { social: 'github', username: 'ada', stage: 'window' })
    await go(undefined)
    await go('social')
    await go(undefined, { code: 'SOCIAL_LOGIN_FAILED' })
    await go('social', { code: undefined })
    await go('social', { stage: 'retrieving' })
    Object.assign(chainOf('eip155'), { status: 'connected', caipAddress: `eip155:56:${ADDRESS}`, connectorId: AUTH_ID })
    await go(undefined)
    noteUpgrade()
    await settled()
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().map(({ event, properties }) => [event, properties.provider])).toEqual([
      ['MODAL_OPEN', undefined],
      ['SOCIAL_LOGIN_STARTED', 'github'],
      ['SOCIAL_LOGIN_CANCELED', 'github'],
      ['SOCIAL_LOGIN_STARTED', 'github'],
      ['SOCIAL_LOGIN_ERROR', 'github'],
      ['SOCIAL_LOGIN_STARTED', 'github'],
      ['SOCIAL_LOGIN_REQUEST_USER_DATA', 'github'],
      ['SOCIAL_LOGIN_SUCCESS', 'github'],
      ['EMAIL_UPGRADE_FROM_MODAL', undefined],
    ])
    expect(sent.map(({ body }) => body).join()).not.toContain('ada')
  })

  test('a name registration is counted when it starts, succeeds and fails; the name itself only if the host wants addresses', async () => {
    const register = async () => {
      Object.assign(modal, { elementId: 1, stack: [{ view: 'RegisterAccountName' }] })
      const about = { kind: 'name', networkId: 'eip155:56' } as const
      const request = { name: 'alice.reown.id', message: '…' }
      allowed({ type: 'before-transaction', ...about, request })
      report(new WalletError('NAME_REGISTER_FAILED'))
      allowed({ type: 'before-transaction', ...about, request })
      allowed({ type: 'transaction', ...about, status: 'submitted' })
      allowed({ type: 'transaction', ...about, status: 'confirmed' })
      await vi.advanceTimersByTimeAsync(BATCH_MS)
      return events()
        .filter(({ event }) => event.startsWith('REGISTER'))
        .map(({ event, properties }) => [event, properties.ensName, properties.error])
    }
    expect(await register()).toEqual([
      ['REGISTER_NAME_INITIATED', undefined, undefined],
      ['REGISTER_NAME_ERROR', undefined, 'NAME_REGISTER_FAILED'],
      ['REGISTER_NAME_INITIATED', undefined, undefined],
      ['REGISTER_NAME_SUCCESS', undefined, undefined],
    ])
    restart('https://count.example/e#address')
    expect((await register()).map(([, name]) => name)).toEqual(Array(4).fill('alice.reown.id'))
  })

  test('address and query are included if the host’s URL asks for them; never the address of a watched account', async () => {
    restart('https://count.example/e?site=1#address,query')
    await connect()
    history.cursor = 'next'
    history.paging = 'loading'
    await settled()
    chainOf('eip155').connectorId = 'watch'
    modal.elementId = 1
    await settled()
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(sent[0]?.url).toBe('https://count.example/e?site=1')
    expect(new Set(all().map(({ url }) => url))).toEqual(new Set(['https://shop.example/cart?mail=a@b.c#x']))
    expect(events().map(({ event, address }) => [event, address])).toEqual([
      ['SELECT_WALLET', undefined],
      ['CONNECT_SUCCESS', ADDRESS],
      ['LOAD_MORE_TRANSACTIONS', ADDRESS],
      ['MODAL_OPEN', undefined],
    ])
    expect(events()[2]?.properties).toMatchObject({ cursor: 'next', address: ADDRESS, isSmartAccount: false })
  })

  test('a sign-in prompt covered by an approval of the embedded wallet is not counted as canceled', async () => {
    modal.elementId = 1
    modal.stack = [{ view: 'SIWXSignMessage' }]
    await settled()
    modal.stack = [{ view: 'SIWXSignMessage' }, { view: 'ApproveTransaction' }]
    await settled()
    Object.assign(siwx, { session: {} })
    modal.elementId = undefined
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    expect(events().map(({ event }) => event)).toEqual(['MODAL_OPEN', 'SIWX_AUTH_SUCCESS', 'MODAL_CLOSE'])
  })

  test.each(['SIGNATURE_DECLINED', 'SMART_ACCOUNT_UNSUPPORTED', 'SIGN_IN_UNSUPPORTED'] as const)(
    'a sign-in that fails is counted as that, whatever the visitor reads: %s',
    async (code) => {
      report(new WalletError(code))
      await vi.advanceTimersByTimeAsync(BATCH_MS)
      expect(events()).toMatchObject([{ event: 'SIWX_AUTH_ERROR', properties: { isSmartAccount: false } }])
    },
  )

  test('counts a search, the history and its pages, and a sign-in prompt that is canceled', async () => {
    modal.elementId = 1
    modal.stack = [{ view: 'SIWXSignMessage' }]
    await settled()
    modal.stack = [{ view: 'Connect' }]
    wallets.search = { ...wallets.search, text: ADDRESS }
    await settled()
    history.status = 'loading'
    await settled()
    Object.assign(history, { status: 'ready', paging: 'loading' })
    await vi.advanceTimersByTimeAsync(BATCH_MS)
    const names = ['MODAL_OPEN', 'CLICK_CANCEL_SIWX', 'SEARCH_WALLET', 'CLICK_TRANSACTIONS', 'LOAD_MORE_TRANSACTIONS']
    expect(events().map(({ event }) => event)).toEqual(names)
    expect(sent.map(({ body }) => body).join()).not.toMatch(/0xf39f/i)
  })
})
