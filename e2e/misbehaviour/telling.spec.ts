import type { Page } from '@playwright/test'
import { expectFault, followWayOut } from '../faults/expect-fault'
import {
  announce,
  asked,
  details,
  emit,
  expect,
  first,
  openBare,
  type ScriptedWallet,
  second,
  stateOf,
  test,
  told,
  untilTold,
} from '../fixtures'

/** The wallet's current answers. */
type Now = { account?: string; chainId?: string }

/** Changes the wallet's answers, without an event. */
const become = (page: Page, now: Now) =>
  page.evaluate((given) => void Object.assign((window.scripted['Odd Wallet'] as { now: Now }).now, given), now)

/** Emits a thousand events of each kind a second for five seconds, then each kind's last payload; resolves to the seconds it took. */
const storm = (page: Page, kinds: readonly (readonly [event: string, payloads: readonly unknown[]])[]): Promise<number> =>
  page.evaluate(async (all) => {
    const wallet = window.scripted['Odd Wallet'] as ScriptedWallet
    const since = performance.now()
    for (let at = 0; at < 5_000; ) {
      for (; at < Math.min(5_000, performance.now() - since); at += 1)
        for (const [event, payloads] of all) wallet.emit(event, payloads[at % payloads.length])
      await new Promise((done) => requestAnimationFrame(done))
    }
    for (const [event, payloads] of all) wallet.emit(event, payloads.at(-1))
    return (performance.now() - since) / 1_000
  }, kinds)

test('a connected wallet that floods events, emits nonsense or reports its RPC away ends in the right state, and disconnects once (P33, P34, P35 and P37, faults 21 and 22)', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await announce(
    page,
    {},
    (account) => {
      const now: { account: string; chainId: string } = { account, chainId: '0x7a69' }
      const wallet = window.scriptedWallet({ eth_accounts: () => [now.account], eth_chainId: () => now.chainId })
      return Object.assign(wallet, { now })
    },
    first.address,
  )
  await openBare(page, urls, stackAttributes)
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  const changed = (what: 'network' | 'account') => details(page, `wallet-${what}-changed`)

  await test.step('P33 and P35: of 1,000 network and 1,000 account changes a second the page hears at most four each, the latest one last', async () => {
    await become(page, { account: second.address, chainId: '0x66eee' })
    const seconds = await storm(page, [
      ['chainChanged', ['0x38', '0x61', '0xa4b1', '0x66eee']],
      ['accountsChanged', [[first.address], [second.address]]],
    ])
    const since = Date.now()
    const account = { caipAddress: `eip155:421614:${second.address}` }
    await expect.poll(() => stateOf(page)).toMatchObject({ network: 'eip155:421614', account })
    for (const what of ['network', 'account'] as const)
      expect((await changed(what)).length, what).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 2)
    expect((await changed('network')).at(-1)).toMatchObject({ networkId: 'eip155:421614' })
    expect(await asked(page)).not.toContain('personal_sign')
    await expectFault(page, '22', since)
    await followWayOut(page, '22')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })

  await test.step('nonsense is ignored, and a valid change after it counts', async () => {
    const [networks, accounts] = [(await changed('network')).length, (await changed('account')).length]
    for (const nonsense of [null, 42, 'accounts', { 0: 'x' }, ['nonsense']]) await emit(page, 'accountsChanged', nonsense)
    for (const nonsense of [null, {}, '0x', '0xzz', -1]) await emit(page, 'chainChanged', nonsense)
    await become(page, { account: first.address })
    await emit(page, 'accountsChanged', [first.address])
    await untilTold(page, 'wallet-account-changed', accounts + 1)
    expect(await changed('network')).toHaveLength(networks)
    expect(await stateOf(page)).toMatchObject({ status: 'connected', network: 'eip155:421614' })
  })

  await test.step('P37: it says that it is offline; it is asked, answers, and stays connected', async () => {
    const times = async () => (await asked(page)).filter((method) => method === 'eth_accounts').length
    const before = await times()
    await emit(page, 'disconnect', { code: 1013, message: 'The RPC is away' })
    await expect.poll(times).toBeGreaterThan(before)
    await become(page, { account: second.address })
    await emit(page, 'accountsChanged', [second.address])
    await expect(page.getByRole('button', { name: `Account ${second.short}` })).toBeVisible()
    expect(await told(page, 'wallet-disconnected')).toEqual([])
  })

  await test.step('P34: it has no accounts any more, and is disconnected once', async () => {
    const since = Date.now()
    for (let time = 0; time < 3; time += 1) await emit(page, 'accountsChanged', [])
    await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    expect(await details(page, 'wallet-disconnected')).toMatchObject([{ reason: 'wallet' }])
    await expectFault(page, '21', since)
    await followWayOut(page, '21')
  })
  expect(await told(page, 'wallet-error')).toEqual([])
})
