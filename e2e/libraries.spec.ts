import type { Page } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import { accountAt, expect, stateOf, test } from './fixtures'
import { urls } from './site'
import { connectWith, installWallet } from './testing-kit'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test.describe('getProvider() with other libraries', () => {
  // In sequence: several send from one account.
  test.describe.configure({ mode: 'default' })
  const chain = () => Object.fromEntries(Object.entries(urls.rpc).map(([id, url]) => [id.split(':')[1], url]))
  const receipt = async (hash: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] })
    const answer = await fetch(urls.rpc['eip155:31337'] ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    return ((await answer.json()) as { result: { status: string; from: string } | null }).result
  }

  for (const library of ['viem', 'ethers', 'wagmi'])
    test(`${library} sends a transaction on the local chain`, async ({ page }) => {
      test.skip(process.env.SES === '1' && library === 'viem', 'its whole client writes to functions what SES has frozen')
      const { address, key } = accountAt(3)
      const wallet = await installWallet(page, { chains: { 31337: chain()['31337'] ?? '' }, privateKeys: [key] })
      await page.goto(`${urls.demo}hosts/libraries/`)
      await connectWith(page, wallet)
      await expect(page.getByRole('dialog')).toBeHidden()
      await press(page, library)
      await expect(page.locator('#result')).toHaveText(new RegExp(`^${library} 0x[\\da-f]{64}$`))
      const [, hash = ''] = ((await page.locator('#result').textContent()) ?? '').split(' ')
      await expect.poll(() => receipt(hash)).toMatchObject({ status: '0x1', from: address.toLowerCase() })
    })

  test('wagmi follows the modal, keeps its EVM account’s chain while a Solana wallet is active, and stays connected when that one disconnects', async ({
    page,
  }) => {
    const { key } = accountAt(4)
    const solana = Object.keys(urls.rpc).find((id) => id.startsWith('solana:')) ?? ''
    const evm = await installWallet(page, { chains: { 31337: chain()['31337'] ?? '' }, privateKeys: [key] })
    const other = await installWallet(page, { kind: 'solana', name: 'Other Wallet', rpcUrl: urls.rpc[solana] ?? '' })
    await page.goto(`${urls.demo}hosts/libraries/`)
    await connectWith(page, evm)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.evaluate(
      (name) => (document.querySelector('wallet-modal') as WalletModalElement).connect({ wallet: name, namespace: 'solana' }),
      other.name,
    )
    expect((await stateOf(page))?.namespace).toBe('solana')
    const result = page.locator('#result')
    await expect(result).toHaveAttribute('data-wagmi', 'connected 31337')
    await press(page, 'wagmi')
    await expect(result).toHaveText(/^wagmi 0x[\da-f]{64}$/)
    await expect(result).toHaveAttribute('data-wagmi', 'connected 31337')
    const leave = (namespace: string) =>
      page.evaluate((each) => (document.querySelector('wallet-modal') as WalletModalElement).disconnect(each), namespace)
    await leave('solana')
    await expect(result).toHaveAttribute('data-wagmi', 'connected 31337')
    await leave('eip155')
    await expect(result).toHaveAttribute('data-wagmi', /^disconnected/)
  })

  test('wagmi connects on the chain that it asks for', async ({ page }) => {
    const { '31337': local = '', '56': bnb = '' } = chain()
    await installWallet(page, { chains: { 31337: local, 56: bnb } })
    await page.goto(`${urls.demo}hosts/libraries/`)
    await press(page, 'wagmi on BNB')
    await page.getByRole('dialog').getByRole('button', { name: 'Mock Wallet' }).click()
    await expect(page.locator('#result')).toHaveText('bnb 56')
    await expect(page.locator('#result')).toHaveAttribute('data-wagmi', 'connected 56')
    expect((await stateOf(page))?.network).toBe('eip155:56')
  })

  test('wagmi gets a closed dialog as a rejected request', async ({ page }) => {
    await page.goto(`${urls.demo}hosts/libraries/`)
    await press(page, 'wagmi on BNB')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('#result')).toHaveText(/^bnb Failed: User rejected the request\./)
  })

  test('@solana/web3.js sends a transaction on the local cluster', async ({ page, otherHosts }) => {
    // The library follows transactions by WebSocket.
    otherHosts.push(...Object.values(urls.ws).map((url) => new URL(url).host))
    const solana = Object.keys(urls.rpc).find((id) => id.startsWith('solana:')) ?? ''
    const wallet = await installWallet(page, { kind: 'solana', rpcUrl: urls.rpc[solana] ?? '' })
    await page.goto(`${urls.demo}hosts/libraries/`)
    await connectWith(page, wallet)
    await expect(page.getByRole('dialog')).toBeHidden()
    await press(page, 'web3.js')
    await expect(page.locator('#result')).toHaveText(/^web3 [1-9A-HJ-NP-Za-km-z]{80,}$/)
  })
})
