import type { Page, Route } from '@playwright/test'
import {
  type Address,
  createTestClient,
  createWalletClient,
  erc20Abi,
  getAddress,
  http,
  parseEther,
  parseUnits,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { inFull } from '../.ci/in-full.mjs'
import { EXCHANGE_ADDRESS } from '../demo/stack/exchange'
import {
  accountAt,
  connectHeadless,
  expect,
  type HeadlessWallet,
  injectHeadless,
  openBare,
  test,
  Web3RequestKind,
} from './fixtures'
import { chainOf, dollarOn, dollarsOf } from './local-chain'
import { fields, NETWORK } from './send-page'
import { show, type Visit } from './site'

// An account that no other test uses here: its balance and nonce are compared.
const OWN = 4
const own = accountAt(OWN).address
test.describe.configure({ mode: 'default' })
test.slow()

const KIND = Web3RequestKind.SendTransaction
const someone = (): Address => getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))
const sentBy = () => chainOf(NETWORK).getTransactionCount({ address: own })

type Ears = { readonly heard: string[]; instead: (() => unknown) | undefined }

/** Records each write that reaches the wallet; once it is carried out, `instead` replaces the wallet's answer. */
function listenTo({ backend }: HeadlessWallet): Ears {
  const ears: Ears = { heard: [], instead: undefined }
  const answer = backend.request.bind(backend) as (request: { method: string }) => Promise<unknown>
  const request = async (asked: { method: string }) => {
    if (!/send|sign/i.test(asked.method)) return answer(asked)
    ears.heard.push(asked.method)
    const given = await answer(asked)
    return ears.instead ? ears.instead() : given
  }
  Object.assign(backend, { request })
  return ears
}

const says = (code: number, message: string) => Object.assign(new Error(message), { code })
const throws = (error: unknown) => () => {
  throw error
}
/** Wallet faults: `before` anything is sent, or `after` the transaction is sent. */
const faults: readonly { what: string; before?: Error; after?: () => unknown; isSilent?: true }[] = [
  { what: '-32603', before: says(-32603, 'Internal JSON-RPC error.') },
  { what: '-32603, although it was sent', after: throws({ code: -32603, message: 'Internal JSON-RPC error.' }) },
  { what: 'HTTP 500', before: says(-32000, 'HTTP request failed. Status: 500') },
  { what: 'HTTP 500, although it was sent', after: throws({ code: -32000, message: 'HTTP request failed. Status: 500' }) },
  { what: 'a rate limit', before: says(-32005, 'Too many requests') },
  { what: 'a lost connection, although it was sent', after: throws(new TypeError('Failed to fetch')) },
  { what: 'a refusal', before: says(4001, 'The user rejected the request.') },
  { what: 'an unreadable answer, although it was sent', after: () => ({}) },
  { what: 'no answer', isSilent: true },
  { what: 'no answer, although it was sent', isSilent: true, after: () => new Promise(() => {}) },
]
const rounds = inFull(100, faults.length)

async function open({ page, urls, stackAttributes }: Visit) {
  await page.clock.install()
  const wallet = await injectHeadless(page, urls, { chainIds: [97], keys: [OWN] })
  const ears = listenTo(wallet)
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await connectHeadless(page, wallet)
  const raw: string[] = []
  page.on('request', (request) => {
    const [method] = /eth_send\w*/.exec(request.postData() ?? '') ?? []
    if (method) raw.push(method)
  })
  return { dialog: page.getByRole('dialog'), wallet, ears, raw }
}

/** Lets the wallet fail its one open request, then ten minutes pass. */
async function fail(page: Page, wallet: HeadlessWallet, ears: Ears, { before, after, isSilent }: (typeof faults)[number]) {
  await wallet.untilAsked(KIND)
  ears.instead = after
  const dialog = page.getByRole('dialog')
  if (after) await wallet.backend.authorize(KIND)
  else if (before) await wallet.backend.reject(KIND, before)
  if (!isSilent)
    await expect(
      dialog.getByRole('alert').filter({ hasText: /Something went wrong|The swap did not happen|Request declined/ }),
    ).toBeVisible()
  await page.clock.fastForward(600_000)
  if (isSilent) {
    // The only way out of the waiting: a reload.
    await page.reload()
    await expect.poll(() => page.evaluate(() => document.querySelector('wallet-modal')?.state.status)).toBe('connected')
    if (!after) await wallet.backend.reject(KIND)
  } else await dialog.getByRole('button', { name: 'Cancel' }).click()
  ears.instead = undefined
}

test(`promise 12: Send in a browser: each of ${rounds} confirmations reaches the wallet once, and the chain at most once, whatever is answered`, async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog, wallet, ears, raw } = await open({ page, urls, stackAttributes })
  const { amount, receiver, review, send } = fields(dialog)
  for (let round = 0; round < rounds; round++) {
    const fault = faults[round % faults.length]
    if (!fault) throw new Error('No fault')
    await test.step(fault.what, async () => {
      const [to, before] = [someone(), await sentBy()]
      ears.heard.length = 0
      await show(page, 'Send')
      await amount.fill('0.25')
      await receiver.fill(to)
      await review.click()
      await send.click()
      await fail(page, wallet, ears, fault)
      expect(ears.heard).toEqual(['eth_sendTransaction'])
      const once = fault.after ? 1 : 0
      expect([await sentBy(), await chainOf(NETWORK).getBalance({ address: to })]).toEqual([
        before + once,
        parseEther('0.25') * BigInt(once),
      ])
    })
  }
  expect(wallet.backend.getPendingRequestCount()).toBe(0)
  expect(raw).toEqual([])
})

const heldBy = () => dollarsOf(NETWORK, own)
const allowedBy = () =>
  chainOf(NETWORK).readContract({
    ...{ address: dollarOn(NETWORK), abi: erc20Abi, functionName: 'allowance' },
    args: [own, EXCHANGE_ADDRESS],
  })

/** Opens a page for swapping 50 of the account's 10,000 dollars. */
async function openSwap(fixtures: Visit) {
  const { page, urls } = fixtures
  const chain = createTestClient({ mode: 'anvil', transport: http(urls.rpc[NETWORK]) })
  await chain.request({ method: 'anvil_dealERC20', params: [own, dollarOn(NETWORK), toHex(parseUnits('10000', 6))] } as never)
  const opened = await open(fixtures)
  const review = opened.dialog.getByRole('button', { name: 'Review swap' })
  const pay = opened.dialog.getByRole('textbox', { name: 'You pay' })
  const ask = async () => {
    // Another amount in between, to see that the form is the new one: a review of the previous round's form ends when it is filled anew.
    for (const amount of ['49', '50']) {
      await show(page, 'Swap', { fromToken: 'DUSD', toToken: 'tBNB', amount })
      await expect(pay).toHaveValue(amount)
    }
    // A price with at least 3 s left, enough for the review.
    await expect(opened.dialog.getByText(/^Price refreshes in ([3-9]|10) s$/)).toBeVisible()
    await expect(review).toBeEnabled()
    await review.click()
  }
  return { ...opened, review, ask }
}

const cors = { 'access-control-allow-origin': '*' }
/** Service faults. */
const answers: Readonly<Record<string, (route: Route) => unknown>> = {
  'HTTP 500': (route) => route.fulfill({ status: 500, headers: cors, json: {} }),
  'HTTP 503 with Retry-After': (route) => route.fulfill({ status: 503, headers: { ...cors, 'retry-after': '1' } }),
  '-32603': (route) =>
    route.fulfill({ status: 500, headers: cors, json: { error: { code: -32603, message: 'Internal error' } } }),
  'a lost connection': (route) => route.abort(),
  'an HTML page': (route) => route.fulfill({ headers: cors, contentType: 'text/html', body: '<h1>Hello</h1>' }),
  'no answer': () => {},
}
const builds = Object.keys(answers).flatMap((fault) => ['build-approve', 'build-transaction'].map((path) => ({ fault, path })))
const builtRounds = inFull(100, builds.length)

test(`promise 12: Swap in a browser: each of ${builtRounds} times that the service fails to build it, it is asked once for the approval and once for the swap, and no wallet is asked`, async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog, wallet, ears, review, ask } = await openSwap({ page, urls, stackAttributes })
  const asked: string[] = []
  let now: (typeof builds)[number] | undefined
  await page.route(/\/v1\/convert\/build-/, (route) => {
    const { pathname } = new URL(route.request().url())
    const path = pathname.slice(pathname.lastIndexOf('/') + 1)
    if (route.request().method() === 'OPTIONS') return route.continue()
    asked.push(path)
    return now?.path === path ? answers[now.fault]?.(route) : route.continue()
  })
  for (let round = 0; round < builtRounds; round++) {
    now = builds[round % builds.length]
    const { fault, path } = now ?? { fault: '', path: '' }
    await test.step(`${path}: ${fault}`, async () => {
      asked.length = 0
      await ask()
      // If the swap itself cannot be built, no approval is requested.
      const once = path === 'build-approve' ? ['build-transaction', 'build-approve'] : ['build-transaction']
      await expect.poll(() => asked).toEqual(once)
      if (fault === 'no answer') await page.clock.fastForward(10_500)
      await expect(review).toBeEnabled()
      await expect(dialog.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
      await page.clock.fastForward(600_000)
      await expect(review).toBeEnabled()
      expect(asked).toEqual(once)
    })
  }
  now = undefined
  asked.length = 0
  await ask()
  await expect(dialog.getByRole('button', { name: /^Approve 50 DUSD/ })).toBeEnabled()
  expect(asked).toEqual(['build-transaction', 'build-approve'])
  expect([ears.heard, wallet.backend.getPendingRequestCount()]).toEqual([[], 0])
})

const swapRounds = inFull(100, faults.length)

test(`promise 12: Swap in a browser: each of ${swapRounds} approvals and of as many swaps reaches the wallet once, and the chain at most once, whatever is answered`, async ({
  page,
  urls,
  stackAttributes,
}) => {
  const { dialog, wallet, ears, raw, ask } = await openSwap({ page, urls, stackAttributes })
  const built: string[] = []
  page.on('request', (request) => {
    const [path] = /build-[a-z]+/.exec(request.url()) ?? []
    if (path && request.method() !== 'OPTIONS') built.push(path)
  })
  for (const step of ['Approve', 'Swap'] as const)
    for (let round = 0; round < swapRounds; round++) {
      const fault = faults[round % faults.length]
      if (!fault) throw new Error('No fault')
      await test.step(`${step}: ${fault.what}`, async () => {
        // The allowance is read from the chain: an approval that was sent counts even if its answer was lost.
        const lacks = (await allowedBy()) < parseUnits('50', 6)
        if ((step === 'Approve') !== lacks) await setAllowance(urls, step === 'Approve' ? 0n : parseUnits('50', 6))
        const [before, held] = [await sentBy(), await heldBy()]
        built.length = ears.heard.length = 0
        await ask()
        const confirm = dialog.getByRole('button', { name: new RegExp(`^${step} 50 DUSD`) })
        await confirm.click()
        await fail(page, wallet, ears, fault)
        expect(ears.heard).toEqual(['eth_sendTransaction'])
        expect(built).toEqual(step === 'Approve' ? ['build-transaction', 'build-approve'] : ['build-transaction'])
        const once = fault.after ? 1 : 0
        expect([await sentBy(), await heldBy()]).toEqual([
          before + once,
          held - (step === 'Swap' ? parseUnits('50', 6) * BigInt(once) : 0n),
        ])
      })
    }
  expect(wallet.backend.getPendingRequestCount()).toBe(0)
  expect(raw).toEqual([])
})

/** Sets the exchange's allowance of the account's dollars. */
async function setAllowance(urls: Visit['urls'], amount: bigint): Promise<void> {
  const client = createWalletClient({ account: privateKeyToAccount(accountAt(OWN).key), transport: http(urls.rpc[NETWORK]) })
  const call = { address: dollarOn(NETWORK), abi: erc20Abi, functionName: 'approve', args: [EXCHANGE_ADDRESS, amount] } as const
  await chainOf(NETWORK).waitForTransactionReceipt({ hash: await client.writeContract({ ...call, chain: null }) })
}
