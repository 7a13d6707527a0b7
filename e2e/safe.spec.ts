import type { Frame, Page } from '@playwright/test'
import { createPublicClient, createWalletClient, http, parseEther, toHex, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil } from 'viem/chains'
import type { WalletModalElement } from '../elements/wallet-modal'
import { playedSafe } from '../src/connectors/test-safe'
import { announce, details, expect, SCRIPT, stateOf, test } from './fixtures'
import { servePage } from './strict-policy'

test.use({ otherHosts: ['app.safe.global', 'portal.example'] })

type Fixtures = {
  page: Page
  urls: { demo: string; rpc: Record<string, string> }
  stackAttributes: Readonly<Record<string, string | true>>
}
type Provider = { request(args: { method: string; params?: unknown }): Promise<unknown> }

/** A simulated Safe with one owner, who approves at once; a key carries its transactions out on the chain. */
function safeOf(rpc: string | undefined) {
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet = createWalletClient({ account, chain: anvil, transport: http(rpc) })
  const chain = createPublicClient({ transport: http(rpc) })
  const queued = new Map<string, string>()
  const safe = playedSafe({
    getSafeInfo: () => ({ safeAddress: account.address, chainId: 31337, owners: [], threshold: 1, isReadOnly: false }),
    signMessage: async ({ message }: { message: string }) => ({ signature: await account.signMessage({ message }) }),
    async sendTransactions({ txs }: { txs: { to: `0x${string}`; value: string; data: `0x${string}` }[] }) {
      const safeTxHash = generatePrivateKey()
      for (const { to, value, data } of txs)
        queued.set(safeTxHash, await wallet.sendTransaction({ to, data, value: BigInt(value) }))
      return { safeTxHash }
    },
    getTxBySafeTxHash: ({ safeTxHash }: { safeTxHash: string }) => ({ txStatus: 'SUCCESS', txHash: queued.get(safeTxHash) }),
    rpcCall: ({ call, params }: { call: string; params: unknown }) =>
      call === 'safe_setSettings' ? {} : chain.request({ method: call, params } as never),
  })
  const fund = () => chain.request({ method: 'anvil_setBalance', params: [account.address, toHex(parseEther('10'))] } as never)
  return { ...safe, address: account.address, chain, fund }
}

/** Opens a page at `around` that frames the app and answers it as Safe does; resolves to the app's frame. */
async function openFramed(
  { page, urls, stackAttributes }: Fixtures,
  around: string,
  answer: (data: unknown) => unknown,
): Promise<Frame> {
  const words = Object.entries(stackAttributes).map(([name, value]) => (value === true ? name : `${name}="${value}"`))
  const app = `${urls.demo}safe-app.html`
  await servePage(
    page,
    app,
    `<!doctype html><title>App</title>${SCRIPT}<wallet-button></wallet-button><wallet-modal ${words.join(' ')}></wallet-modal>`,
  )
  await page.exposeFunction('answerApp', answer)
  const script = `addEventListener('message', async ({ source, data }) => {
    const answer = await answerApp(data)
    if (answer) source.postMessage(answer, '*')
  })`
  await servePage(
    page,
    around,
    `<!doctype html><title>Around</title><script>${script}</script><iframe allow="local-network-access" width="500" height="700" src="${app}"></iframe>`,
  )
  // Chrome asks before a public page, and a frame in it, may access local hosts; older versions do not know this permission.
  await page
    .context()
    .grantPermissions(['local-network-access'], { origin: new URL(around).origin })
    .catch(() => {})
  await page.goto(around)
  return framed(page)
}

async function framed(page: Page): Promise<Frame> {
  await page.frameLocator('iframe').locator('wallet-modal:defined').waitFor({ state: 'attached' })
  const frame = page.frames().find((each) => each.url().endsWith('safe-app.html'))
  if (!frame) throw new Error('The app is in a frame')
  return frame
}
const inFrame = (frame: Frame) => frame as unknown as Page

test('inside Safe the Safe is connected without a click, signs, and sends one call and a batch', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const safe = safeOf(urls.rpc['eip155:31337'])
  await safe.fund()
  const frame = await openFramed({ page, urls, stackAttributes }, 'https://app.safe.global/', safe.answer)
  await expect
    .poll(() => details(inFrame(frame), 'wallet-connected'))
    .toMatchObject([{ networkId: 'eip155:31337', address: safe.address, wallet: { id: 'safe', name: 'Safe' }, restored: true }])
  await expect(frame.getByRole('dialog')).toBeHidden()

  const signature = await frame.evaluate(() => document.querySelector<WalletModalElement>('wallet-modal')?.signMessage('Grüezi'))
  expect(await verifyMessage({ address: safe.address, message: 'Grüezi', signature: signature as `0x${string}` })).toBe(true)

  const ask = (method: string, params: unknown) =>
    frame.evaluate(
      (args) => {
        const modal = document.querySelector('wallet-modal') as WalletModalElement
        return (modal.getProvider('eip155') as Provider).request(args)
      },
      { method, params },
    )
  const to = privateKeyToAccount(generatePrivateKey()).address
  const hash = await ask('eth_sendTransaction', [{ from: safe.address, to, value: toHex(parseEther('1')) }])
  expect(await safe.chain.waitForTransactionReceipt({ hash: hash as `0x${string}` })).toMatchObject({ status: 'success' })
  const call = { to, value: toHex(parseEther('2')) }
  const sent = { version: '2.0.0', chainId: '0x7a69', from: safe.address, atomicRequired: true, calls: [call, call] }
  const { id } = (await ask('wallet_sendCalls', [sent])) as { id: string }
  await expect.poll(() => ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 200, atomic: true })
  await expect.poll(() => safe.chain.getBalance({ address: to })).toBe(parseEther('5'))
  expect(safe.asked.filter(([method]) => method === 'sendTransactions')).toHaveLength(2)
})

test('a transfer from the Safe is submitted once, and followed by its chain hash once its owners have executed it', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const safe = safeOf(urls.rpc['eip155:31337'])
  await safe.fund()
  const looks = [{ txStatus: 'AWAITING_CONFIRMATIONS' }, { txStatus: 'AWAITING_EXECUTION', txHash: null }]
  const { getTxBySafeTxHash: done } = safe.answers
  // The owners do not confirm at once.
  safe.answers.getTxBySafeTxHash = (params) => looks.shift() ?? done?.(params)
  const frame = await openFramed({ page, urls, stackAttributes }, 'https://app.safe.global/', safe.answer)
  await expect.poll(async () => (await stateOf(inFrame(frame)))?.status).toBe('connected')
  await frame.evaluate(() => document.querySelector<WalletModalElement>('wallet-modal')?.show({ view: 'Send' }))
  const dialog = frame.getByRole('dialog')
  const to = privateKeyToAccount(generatePrivateKey()).address
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.5')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill(to)
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByRole('heading', { name: 'Review' })).toBeVisible()
  await dialog.getByRole('button', { name: /^Send/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Confirm in Safe' })).toBeVisible()
  const statuses = async () => (await details(inFrame(frame), 'wallet-transaction')).map(({ status, hash }) => [status, hash])
  await expect.poll(statuses, { timeout: 20_000 }).toHaveLength(2)
  const [[, hash]] = (await statuses()) as [[string, `0x${string}`]]
  expect(await statuses()).toEqual([
    ['submitted', hash],
    ['confirmed', hash],
  ])
  expect(await safe.chain.getTransaction({ hash })).toMatchObject({ to: to.toLowerCase(), value: parseEther('1.5') })
  expect(safe.asked.filter(([method]) => method === 'sendTransactions')).toHaveLength(1)
})

test('a visitor who disconnects the Safe is not reconnected automatically, and finds it first among the wallets', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const safe = safeOf(urls.rpc['eip155:31337'])
  await announce(page, {}, () => window.scriptedWallet())
  await openFramed({ page, urls, stackAttributes }, 'https://app.safe.global/', safe.answer)
  const modal = page.frameLocator('iframe').locator('wallet-modal')
  const status = () => modal.evaluate((element) => (element as WalletModalElement).state.status)
  await expect.poll(status).toBe('connected')
  await modal.evaluate((element) => (element as WalletModalElement).disconnect())
  await expect.poll(status).toBe('disconnected')
  await page.reload()
  const frame = await framed(page)
  await expect.poll(() => details(inFrame(frame), 'wallet-ready')).toMatchObject([{ status: 'disconnected' }])

  await frame.getByRole('button', { name: 'Connect wallet' }).click()
  const rows = frame.getByRole('dialog').getByRole('list').first().getByRole('button')
  await expect(rows).toHaveText([/Safe/, /Odd Wallet/])
  await rows.first().click()
  await expect
    .poll(async () => (await stateOf(inFrame(frame)))?.account)
    .toMatchObject({ address: safe.address, wallet: { id: 'safe' } })
  await expect(frame.getByRole('dialog')).toBeHidden()
  // Once connected again, it is also restored again.
  await page.reload()
  const again = await framed(page)
  await expect.poll(() => details(inFrame(again), 'wallet-connected')).toMatchObject([{ address: safe.address, restored: true }])
})

test('a page that only claims to be Safe is not believed, and nothing for Safe is loaded', async ({
  page,
  urls,
  stackAttributes,
  witness,
}) => {
  const safe = safeOf(urls.rpc['eip155:31337'])
  const frame = await openFramed({ page, urls, stackAttributes }, 'https://portal.example/', safe.answer)
  await expect.poll(() => details(inFrame(frame), 'wallet-ready')).toMatchObject([{ status: 'disconnected' }])
  await frame.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(frame.getByRole('dialog').getByRole('button', { name: /WalletConnect/ })).toBeVisible()
  await expect(frame.getByRole('dialog').getByRole('button', { name: /^Safe .*Installed/ })).toHaveCount(0)
  expect(safe.asked).toEqual([])
  expect(witness.requests.filter((url) => /chunks\/(join-)?safe-/.test(url))).toEqual([])
})
