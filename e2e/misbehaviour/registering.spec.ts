import { details, expect, openBare, openModal, stateOf, test, told } from '../fixtures'
import { SOLANA, solanaRpc } from '../solana-page'
import { expectSaid } from './sentence'

test('P66 and P67: a Solana wallet that throws while it registers is ignored, and one whose accounts throw shows its message and Try again', async ({
  page,
  urls,
  stackAttributes,
}) => {
  await page.addInitScript(() => {
    const hostile = (words: string) => {
      throw new Error(words)
    }
    let tries = 0
    const connect = async () => {
      tries += 1
      return {}
    }
    const on = () => () => {}
    const wallet = {
      version: '1.0.0',
      name: 'Standard Wallet',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      chains: ['solana:mainnet', 'solana:devnet', 'solana:localnet'],
      features: {
        'standard:connect': { version: '1.0.0', connect },
        'standard:events': { version: '1.0.0', on },
        'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: ['legacy'], signTransaction: on },
        'solana:signMessage': { version: '1.0.0', signMessage: on },
      },
      get accounts() {
        return hostile('hostile accounts')
      },
    }
    Object.assign(window, { triesOfStandard: () => tries })
    type Api = { register(wallet: object): void }
    const register = (detail: (api: Api) => void) =>
      window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    const all = () => {
      register(() => hostile('hostile register'))
      register((api) => api.register(wallet))
    }
    window.addEventListener('wallet-standard:app-ready', (event) => {
      const api = (event as CustomEvent<Api>).detail
      api.register(wallet)
    })
    document.addEventListener('DOMContentLoaded', all)
  })
  const nodes = `${stackAttributes['rpc-url']} ${SOLANA}=${solanaRpc}`
  const solana = { networks: SOLANA, 'rpc-url': nodes, 'all-wallets': 'hide' }
  await openBare(page, urls, { ...stackAttributes, ...solana })
  const dialog = await openModal(page)
  const rows = dialog.getByRole('button', { name: 'Standard Wallet' })
  await expect(rows).toHaveCount(1)
  await rows.click()
  const says = 'No accounts found The wallet shared no account. Choose one in the wallet, then try again.'
  const tries = () => page.evaluate(() => (window as typeof window & { triesOfStandard(): number }).triesOfStandard())
  for (const turn of [1, 2]) {
    await expect.poll(async () => (await details(page, 'wallet-error')).length).toBe(turn)
    await expectSaid(dialog, says)
    expect(await tries()).toBe(turn)
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null, accounts: [] })
    await dialog.getByRole('button', { name: turn === 1 ? 'Try again' : 'Back', exact: true }).click()
  }
  await expect(page.getByRole('dialog', { name: 'Connect to Test Bakery' })).toBeVisible()
  expect(await told(page, 'wallet-connected')).toEqual([])
})
