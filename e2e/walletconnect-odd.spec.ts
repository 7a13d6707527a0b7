import type { Page } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault, followWayOut } from './faults/expect-fault'
import { accountAt, details, expect, test } from './fixtures'
import { type NodeWallet, type ScriptedSession, startNodeWallet } from './node-wallet'
import { openCode } from './qr'
import { expectEvent, expectState, openSite, show, startSigning } from './site'

const addressOf = (index: number) => accountAt(index).address

/** Calls `switchNetwork`; resolves to 'done' or the error's code. */
const switchTo = (page: Page, networkId: string): Promise<string> =>
  page.evaluate((id) => {
    const element = document.querySelector('wallet-modal') as WalletModalElement
    return element.switchNetwork(id).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  }, networkId)

test.afterEach(({ witness }) => expect(witness.consoleErrors).toEqual([]))

test.describe('a wallet that misbehaves', () => {
  let wallet: NodeWallet | undefined
  test.afterEach(() => wallet?.stop())

  /** Opens the site and pairs a scripted wallet with its code. */
  async function pairWith(page: Page, script: ScriptedSession) {
    await openSite(page)
    wallet = await startNodeWallet(script)
    await wallet.pair(await openCode(page))
    return wallet
  }

  test('error: a hostile name is shown as text, cut to size, and its icon and link are not used', async ({ page }) => {
    const name = `<img src=x onerror="document.title='run'">\u202E${'Long'.repeat(5_000)}`
    const metadata = { name, icons: ['javascript:alert(1)'], redirect: { native: 'javascript:alert(1)' } }
    const since = Date.now()
    await pairWith(page, { metadata })
    await expectEvent(page, 'wallet-connected')
    const [{ wallet: told } = {}] = (await details(page, 'wallet-connected')) as { wallet?: { name: string; icon?: string } }[]
    expect(told?.name.length).toBeLessThanOrEqual(40)
    expect(told?.name).not.toContain('\u202E')
    expect(told?.icon).toBeUndefined()

    await show(page, 'Account')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Connected with <img src=x')
    await expectFault(page, '32', since)
    expect(await page.title()).toBe('Test site')
    const wide = await dialog.evaluate((node) => node.scrollWidth > node.clientWidth)
    expect(wide).toBe(false)
    await followWayOut(page, '32')
  })

  test('error: a session without the method connects, and a signature is refused without asking the wallet (fault 31)', async ({
    page,
  }) => {
    const odd = await pairWith(page, { methods: ['eth_sendTransaction'] })
    await expectEvent(page, 'wallet-connected')
    const ended = await startSigning(page, 'Cannot')
    expect(await ended()).toEqual({ code: 'WALLET_METHOD_UNSUPPORTED' })
    expect(odd.asked).toEqual([])
  })

  test('error: a network missing in the session is shown as not in the wallet (fault 31)', async ({ page }) => {
    await pairWith(page, { methods: ['personal_sign'] })
    await expectEvent(page, 'wallet-connected')
    await show(page, 'Networks')
    const row = page
      .getByRole('dialog')
      .getByRole('button', { name: /BNB Smart Chain.*Not in Node Wallet/ })
      .first()
    await expect(row).toHaveAttribute('aria-disabled', 'true')
    const since = Date.now()
    expect(await switchTo(page, 'eip155:56')).toBe('CHAIN_NOT_SUPPORTED')
    await expectFault(page, '31', since)
    await expectState(page, { network: 'eip155:31337', status: 'connected' })
    await followWayOut(page, '31')
    // Assets sent to this address on another network may be lost, e.g. of a contract account.
    await show(page, 'Receive')
    await expect(page.getByRole('dialog')).toContainText('Only send assets on Localhost to this address.')
  })

  test('error: a refused switch changes and adds nothing; a chain unknown to the wallet is added once, then given up or switched to; an invalid signature is not passed to the host (faults 34 to 36)', async ({
    page,
  }) => {
    type Answer = NonNullable<ScriptedSession['answer']>
    let answer: Answer = () => null
    const odd = await pairWith(page, { answer: (...asked) => answer(...asked) })
    await expectEvent(page, 'wallet-connected')
    const says = (next: Answer) => {
      odd.asked.length = 0
      answer = next
    }
    for (const code of [4001, 5000]) {
      says(() => {
        throw { code, message: 'No' }
      })
      expect(await switchTo(page, 'eip155:56')).toBe('NETWORK_CHANGE_DECLINED')
      expect(odd.asked).toEqual(['wallet_switchEthereumChain'])
      await expectState(page, { network: 'eip155:31337' })
    }

    // After adding, the switch is requested once more, and no more.
    const both = ['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'wallet_switchEthereumChain']
    says(({ method }) => {
      if (method === 'wallet_addEthereumChain') return null
      throw { code: 4902, message: 'Unrecognized chain' }
    })
    expect(await switchTo(page, 'eip155:97')).toBe('CHAIN_UNSUPPORTED')
    expect(odd.asked).toEqual(both)
    await expectState(page, { network: 'eip155:31337' })

    let known = false
    says(async ({ method }, { client, topic }) => {
      if (method === 'wallet_addEthereumChain') {
        known = true
        return null
      }
      if (!known) throw { code: 4902, message: 'Unrecognized chain ID' }
      const accounts = ['eip155:31337', 'eip155:97'].map((chain) => `${chain}:${addressOf(0)}`)
      const methods = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain']
      const eip155 = { accounts, chains: ['eip155:31337', 'eip155:97'], methods, events: ['chainChanged'] }
      await client.update({ topic, namespaces: { eip155 } })
      await client.emit({ topic, event: { name: 'chainChanged', data: 97 }, chainId: 'eip155:97' })
      return null
    })
    expect(await switchTo(page, 'eip155:97')).toBe('done')
    expect(odd.asked).toEqual(both)
    await expectState(page, { network: 'eip155:97' })

    says(() => ({ signature: 'yes' }))
    const ended = await startSigning(page, 'Anything')
    expect(await ended()).toEqual({ code: 'WALLET_ANSWER_INVALID' })
  })
})
