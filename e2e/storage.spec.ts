import { type BrowserContext, expect, type Frame, type Page } from '@playwright/test'
import type { WalletModalElement } from '../elements/wallet-modal'
import { expectFault, followWayOut } from './faults/expect-fault'
import { type Attributes, announce, first, type Told, test } from './fixtures'
import { scanned } from './qr'
import { urls } from './site'
import { openWallet } from './wallet-page'

type Framing = { readonly src: string; readonly sandbox?: string }
type Mode = {
  readonly name: string
  /** Runs in the page before anything else. */
  readonly block?: () => void
  /** The frame that contains the element, on a page of ours. */
  readonly frame?: (src: string) => Framing
  /** When the visitor is told that the wallet will not be remembered. */
  readonly told: 'at opening' | 'when connected' | 'never'
}

/** A `localhost` URL as one of another site. */
const onOtherSite = (url: string) => url.replace('localhost', '127.0.0.1')

/** Makes all storage, broadcasts and locks throw. */
const refuse = () => {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
  Object.defineProperty(window, 'BroadcastChannel', {
    value: class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
  })
  LockManager.prototype.request = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
}

/** Ways in which a page lacks some or all storage, or has it partitioned. */
const modes: readonly Mode[] = [
  {
    name: 'storage is blocked',
    told: 'at opening',
    block: refuse,
  },
  {
    name: 'the quota is full',
    told: 'when connected',
    block: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
    },
  },
  {
    name: 'a private window has no databases',
    told: 'never',
    block: () => {
      indexedDB.open = () => {
        throw new DOMException(
          'A mutation operation was attempted on a database that did not allow mutations.',
          'InvalidStateError',
        )
      }
    },
  },
  {
    name: 'the page is in a frame of another site',
    told: 'at opening',
    // As full Chromium does by itself; the headless shell gives such a frame its storage.
    block: refuse,
    frame: (src) => ({ src: onOtherSite(src) }),
  },
  { name: 'the page is in a sandboxed frame', told: 'at opening', frame: (src) => ({ src, sandbox: 'allow-scripts' }) },
]

test.use({ otherHosts: [new URL(onOtherSite(urls.demo)).host] })

for (const { name, block, frame, told } of modes)
  test(`promise 34: all of twelve flows work where ${name}`, async ({ page, browser, stackAttributes, witness }) => {
    if (block) await page.addInitScript(block)
    await announce(page, { name: 'Willing Wallet', rdns: 'test.willing' }, () => {
      let chain = '0x7a69'
      let declines = 1
      const wallet = window.scriptedWallet({
        eth_chainId: () => chain,
        eth_requestAccounts: () => {
          if (declines-- > 0) throw Object.assign(new Error('User rejected'), { code: 4001 })
          return ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
        },
        personal_sign: () => `0x${'11'.repeat(65)}`,
        wallet_switchEthereumChain: (params) => {
          chain = (params as [{ chainId: string }])[0].chainId
          wallet.emit('chainChanged', chain)
          return null
        },
      })
      return wallet
    })
    const place = await opened(page, frame?.(`${urls.demo}bare.html`), stackAttributes)
    const dialog = place.getByRole('dialog')

    // 1 opening
    await place.getByRole('button', { name: 'Connect wallet' }).click()
    await expect(dialog.getByRole('heading', { level: 2 })).toContainText('Connect to')
    // The message can be dismissed by a click.
    const forgetful = dialog.getByRole('alert').filter({ hasText: 'This browser will not remember your wallet' })
    if (told === 'at opening') await forgetful.click()
    await expect(forgetful).toHaveCount(0)
    // 2 searching all wallets
    await dialog.getByRole('button', { name: 'All wallets' }).click()
    await dialog.getByRole('searchbox').fill('amber')
    const found = dialog.getByRole('button', { name: /Amber/ }).first()
    // A service may refuse a page with an opaque origin; this is reported, with Try again.
    await expect(found.or(dialog.getByText('The full list could not be searched.'))).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    // 3 help for newcomers
    await dialog.getByRole('button', { name: 'Get one in a minute' }).click()
    await expect(dialog.getByRole('heading', { name: 'New to wallets?', level: 2 })).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    // 4 a refusal, and another try
    await dialog.getByRole('button', { name: 'Willing Wallet' }).click()
    await expect(dialog).toContainText('declined')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    // 5 connecting
    const account = place.getByRole('button', { name: `Account ${first.short}` })
    await expect(account).toBeVisible()
    await expect(dialog).toBeHidden()
    // 6 the account and what it holds
    await account.click()
    await expect(dialog).toContainText('10,000 ETH')
    // 7 the activity
    await dialog.getByRole('tab', { name: 'Activity' }).click()
    const happened = dialog.getByRole('list', { name: 'Activity' }).getByRole('button')
    // As with the search: a failure is never shown as an empty list.
    await expect(happened.or(dialog.getByText('Failed to fetch transactions')).first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    // 8 a signature
    const signature = await call(place, (element) => element.signMessage('Nothing is kept'))
    expect(signature).toBe(`0x${'11'.repeat(65)}`)
    // 9 another network
    await call(place, (element) => element.switchNetwork('eip155:56'))
    expect(await call(place, async (element) => element.state.network)).toBe('eip155:56')
    // 10 disconnecting, without an automatic reconnection
    const since = Date.now()
    await call(place, (element) => element.disconnect())
    await expect(place.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
    if (name === 'the quota is full') {
      await expectFault(page, '10', since)
      await followWayOut(page, '10')
      await dialog.getByRole('button', { name: 'Close' }).click()
    }
    // 11 a wallet over the relay, and its signature
    await throughRelay(page, place, await browser.newContext())
    // The visitor was told once, or never if there was nothing to tell.
    const said = (await toldIn(place)).filter(({ type }) => type === 'wallet-error').map(({ detail }) => detail.code)
    expect(said.filter((code) => code === 'STORAGE_UNAVAILABLE')).toHaveLength(told === 'never' ? 0 : 1)
    // 12 a reload: connected or disconnected, never in between, and usable
    const again = await opened(page, frame?.(`${urls.demo}bare.html`), stackAttributes)
    await call(again, (element) => element.ready)
    expect(['connected', 'disconnected']).toContain(await call(again, async (element) => element.state.status))
    await again.getByRole('button', { name: /Connect wallet|^Account/ }).click()
    await expect(again.getByRole('dialog')).toBeVisible()
    // Bundled libraries log no errors either. In a cross-site frame the browser itself logs what is blocked.
    const ofFrames = /CORS policy|net::ERR_FAILED/
    expect(witness.consoleErrors.filter((text) => !(frame && ofFrames.test(text)))).toEqual([])
  })

/** The page, or a frame in it, with an element and its button. */
async function opened(page: Page, within: Framing | undefined, attributes: Attributes): Promise<Frame> {
  await page.goto(`${urls.demo}bare.html`)
  const frame = within ? await framed(page, within) : page.mainFrame()
  await frame.evaluate(async (given) => {
    await customElements.whenDefined('wallet-modal')
    const modal = document.createElement('wallet-modal')
    for (const [name, value] of Object.entries(given)) modal.setAttribute(name, value === true ? '' : value)
    document.body.append(modal, document.createElement('wallet-button'))
  }, attributes)
  return frame
}

async function framed(page: Page, { src, sandbox }: Framing): Promise<Frame> {
  await page.evaluate(
    ([url, rules]) => {
      const frame = document.createElement('iframe')
      Object.assign(frame, { width: 900, height: 700 })
      if (rules) frame.setAttribute('sandbox', rules)
      frame.src = url
      document.body.append(frame)
    },
    [src, sandbox] as const,
  )
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame()
  if (!frame) throw new Error('The frame has no page')
  await frame.waitForURL(src)
  return frame
}

/** Calls a function with the element in the page; resolves to its result. */
function call<Answer>(place: Frame, ask: (element: WalletModalElement) => Promise<Answer>): Promise<Answer> {
  return place.evaluate(`(${ask})(document.querySelector('wallet-modal'))`)
}

const toldIn = (place: Frame): Promise<Told[]> => place.evaluate(() => window.toldEvents)

async function throughRelay(page: Page, place: Frame, elsewhere: BrowserContext): Promise<void> {
  const wallet = await openWallet(elsewhere)
  await page.bringToFront()
  await place.getByRole('button', { name: 'Connect wallet' }).click()
  await place
    .getByRole('dialog')
    .getByRole('button', { name: /WalletConnect/ })
    .click()
  await wallet.pair(await scanned(page, undefined, place))
  await wallet.approve('Connection request')
  await page.bringToFront()
  await expect(place.getByRole('button', { name: /^Account/ })).toBeVisible()
  const signing = call(place, (element) => element.signMessage('Over the relay'))
  await wallet.approve('Sign a message')
  expect(await signing).toMatch(/^0x[\da-f]{130}$/)
  await elsewhere.close()
}
