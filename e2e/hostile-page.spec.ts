import { type Address, createPublicClient, getAddress, http, parseEther, toHex } from 'viem'
import { strictPolicy } from '../demo/stack/page-policy'
import {
  type Attributes,
  accountAt,
  connectHeadless,
  details,
  expect,
  injectHeadless,
  openBare,
  openHtml,
  openModal,
  stateOf,
  test,
  Web3RequestKind,
} from './fixtures'
import { underLockdown } from './lockdown'
import { connectByCode } from './qr'
import { expectEvent, show, startSigning, urls } from './site'
import { addScript } from './strict-policy'
import { connectWith, installWallet } from './testing-kit'

const NETWORK = 'eip155:97'
const chain = createPublicClient({ transport: http(urls.rpc?.[NETWORK]), pollingInterval: 100 })
const someone = (): Address => getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))

type Page = Parameters<typeof openModal>[0]

/** Connects, signs and sends coins; checks that exactly this transaction was made. */
async function pay(page: Page, attributes: Attributes): Promise<void> {
  const wallet = await injectHeadless(page, urls, { chainIds: [97], keys: [2] })
  await openBare(page, urls, { ...attributes, networks: NETWORK, 'default-network': NETWORK })
  await connectHeadless(page, wallet)
  const signed = await startSigning(page, 'A hostile page')
  await wallet.approve(Web3RequestKind.SignMessage)
  expect(await signed()).toMatch(/^0x[\da-f]{130}$/)
  const to = someone()
  await show(page, 'Send')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await dialog.getByRole('textbox', { name: 'Receiver' }).fill(to)
  await dialog.getByRole('button', { name: 'Review', exact: true }).click()
  await dialog.getByRole('button', { name: /^Send / }).click()
  await wallet.approve(Web3RequestKind.SendTransaction)
  await expectEvent(page, 'wallet-transaction', { status: 'confirmed' })
  const [{ hash } = {}] = await details(page, 'wallet-transaction')
  const sent = await chain.getTransaction({ hash: hash as Address })
  expect([sent.to && getAddress(sent.to), sent.value, sent.input]).toEqual([to, parseEther('0.5'), '0x'])
  expect(await chain.getBalance({ address: to })).toBe(parseEther('0.5'))
}

test('promise 32: error: a script’s violations of the strict policy are noticed on every page', async ({
  browser,
  page,
  witness,
}) => {
  const script = `
    try { document.body.innerHTML = '<b>markup</b>' } catch {}
    document.body.setAttribute('style', 'color: red')
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))
    try { eval('1') } catch {}
  `
  // Another visitor's context is watched too.
  const elsewhere = await browser.newContext()
  for (const each of [page, await elsewhere.newPage()]) {
    await each.goto(`${urls.demo}bare.html`)
    await addScript(each, { content: script })
    for (const words of [/TrustedHTML/, /inline style/, /TrustedScript'/])
      await expect.poll(() => witness.violations.some((said) => words.test(said)), String(words)).toBe(true)
    // The policy has also blocked it.
    expect(await each.evaluate(() => document.querySelector('b'))).toBeNull()
    witness.violations.length = 0
  }
  await elsewhere.close()
})

test('promise 32: error: a page without the strict policy is noticed, unless it is listed as an exception', async ({
  page,
  witness,
}) => {
  const contentType = 'text/html'
  for (const [path, headers] of [
    ['none.html', {}],
    ['inline.html', { 'content-security-policy': strictPolicy({ 'script-src': "'self' 'unsafe-inline'" }) }],
    ['markup.html', { 'content-security-policy': strictPolicy({ 'require-trusted-types-for': undefined }) }],
    ['strict.html', { 'content-security-policy': strictPolicy() }],
    ['hosts/solid/own.html', {}],
  ] as const) {
    await page.route(`${urls.demo}${path}`, (route) => route.fulfill({ contentType, headers, body: '<title>Own</title>' }))
    await page.goto(`${urls.demo}${path}`)
  }
  const found = witness.violations.map((each) => new URL(each.split(' ')[0] ?? '').pathname)
  expect(found).toEqual(['/none.html', '/inline.html', '/markup.html'])
  witness.violations.length = 0
})

test.describe('SES lockdown', () => {
  // In a run under SES every page is locked down already, which works only once.
  test.beforeEach(({ context }) => (process.env.SES === '1' ? undefined : underLockdown(context)))

  test('promise 32: under SES a wallet connects, signs and pays: 0 errors', async ({ page, stackAttributes, witness }) => {
    await pay(page, stackAttributes)
    expect(await page.evaluate(() => Object.isFrozen(Array.prototype) && Object.isFrozen(Promise.prototype))).toBe(true)
    expect(witness.consoleErrors).toEqual([])
    expect(await details(page, 'wallet-error')).toEqual([])
  })

  test('promise 32: under SES a phone connects over WalletConnect and signs: 0 errors', async ({ page, context, witness }) => {
    const wallet = await connectByCode(page, context)
    const signed = await startSigning(page, 'Under SES')
    await wallet.approve('Sign a message')
    expect(await signed()).toMatch(/^0x[\da-f]{130}$/)
    expect(await page.evaluate(() => Object.isFrozen(Array.prototype))).toBe(true)
    expect(witness.consoleErrors).toEqual([])
    expect(await details(page, 'wallet-error')).toEqual([])
  })
})

/** Members added to `Object.prototype`, as by a flaw in another script of the page. */
const polluted = {
  ...{
    to: `0x${'66'.repeat(20)}`,
    data: '0xdeadbeef',
    chainId: '0x1',
    amount: '9',
    receiver: 'evil.eth',
    uri: 'https://evil.example',
  },
  ...{ statement: 'I give it all away', projectId: 'evil', providerUrl: 'https://evil.example', rdns: 'evil', polluted: true },
}

for (const when of ['before our script', 'after it'] as const)
  test(`a page whose Object.prototype is polluted ${when}: the modal opens with its wallets, nobody is connected, and no other host is contacted`, async ({
    page,
    stackAttributes,
  }) => {
    test.skip(process.env.SES === '1', 'SES lets nobody')
    const wallet = await injectHeadless(page, urls, { chainIds: [97], keys: [2] })
    if (when === 'before our script') await page.addInitScript((given) => void Object.assign(Object.prototype, given), polluted)
    else
      await page.addInitScript(
        (given) => addEventListener('wallet-ready', () => Object.assign(Object.prototype, given)),
        polluted,
      )
    await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
    const dialog = await openModal(page)
    await expect(dialog.getByRole('button', { name: wallet.name })).toBeVisible()
    expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBe(true)
    expect(await stateOf(page)).toMatchObject({ status: 'disconnected', account: null, session: null })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })

test('a page whose Object.prototype is polluted once a wallet is connected: what is signed and paid is what was reviewed', async ({
  page,
  stackAttributes,
}) => {
  test.skip(process.env.SES === '1', 'SES lets nobody')
  await page.addInitScript(
    (given) => addEventListener('wallet-connected', () => Object.assign(Object.prototype, given), { capture: true }),
    polluted,
  )
  await pay(page, stackAttributes)
  expect(await page.evaluate(() => Reflect.get({}, 'polluted'))).toBe(true)
})

test('no built-in prototype has gained a member after connecting', async ({ page, stackAttributes }) => {
  const members = () =>
    page.evaluate(() =>
      [Object, Array, Function, Promise, String, Number, Map, Set, Date, RegExp, Element, Node, EventTarget].map(
        ({ name, prototype }) => [name, ...Reflect.ownKeys(prototype).map(String)].join(' '),
      ),
    )
  await page.goto(`${urls.demo}config.json`)
  const before = await members()
  await installWallet(page)
  await openBare(page, urls, stackAttributes)
  await openModal(page)
  await page.getByRole('button', { name: /Mock Wallet/ }).click()
  await expectEvent(page, 'wallet-connected')
  expect(await members()).toEqual(before)
})

/** Elements whose ids clobber globals of the browser, of wallets or of libraries. */
const clobbering = [
  ...['customElements', 'config', 'location', 'crypto', 'localStorage', 'navigator', 'Buffer', 'global'].map((id) => [
    id,
    'length',
  ]),
  ...[
    ['ethereum', 'request'],
    ['injectedWeb3', 'wallet'],
    ['Telegram', 'WebApp'],
    ['process', 'env'],
    ['solana', 'connect'],
  ],
  ...[
    ['wallet-modal', 'show'],
    ['__REACT_DEVTOOLS_GLOBAL_HOOK__', 'inject'],
    ['TelegramWebviewProxy', 'postEvent'],
    ['Zone', 'current'],
  ],
].map(([id, name]) => `<form id="${id}"><input name="${name}"></form>`)
/** Names that hide members of `document`. */
const hiding = [
  'cookie',
  'title',
  'hidden',
  'visibilityState',
  'baseURI',
  'referrer',
  'currentScript',
  'activeElement',
  'fonts',
  'scripts',
]

test('a page whose ids and names clobber window and document: a wallet connects, and no element is taken for a wallet', async ({
  page,
  stackAttributes,
}) => {
  const wallet = await installWallet(page)
  const hidden = hiding.map((name) => `<img name="${name}" alt="">`)
  const html = `${[...clobbering, ...hidden].join('')}<script type="module" src="/wallet-modal.js"></script>
    <wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>`
  await openHtml(page, urls, { ...stackAttributes, 'app-name': 'Clobbered' }, html)
  expect(await page.evaluate(() => [String(document.title), String(Reflect.get(window, 'ethereum'))])).toEqual([
    '[object HTMLImageElement]',
    '[object HTMLFormElement]',
  ])
  const dialog = await openModal(page)
  await expect(dialog.getByRole('heading', { level: 2 })).toContainText('Clobbered')
  await expect(dialog.getByRole('button', { name: 'Browser Wallet' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await connectWith(page, wallet)
  await show(page, 'Account')
  await expect(dialog).toContainText(accountAt(0).short)
})

/** A host's styles for everything, including inherited properties. */
const hostile = `
  :root { font-size: 62.5% !important; zoom: 1; --wm-z: 1 }
  body { transform: rotate(2deg); filter: blur(2px); perspective: 1px; z-index: 1; contain: paint; overflow: hidden; opacity: .3 }
  * { all: unset !important; display: block !important; pointer-events: none !important; user-select: none !important;
    letter-spacing: 9px !important; text-transform: uppercase !important; line-height: 4 !important; color: red !important;
    direction: rtl; text-align: right !important; word-spacing: 9px !important; white-space: pre !important;
    font: italic 40px fantasy !important; text-indent: 50px !important; list-style: square !important; tab-size: 1 !important;
    cursor: none !important; word-break: break-all !important; text-shadow: 0 0 9px red !important; hyphens: auto !important;
    overflow-wrap: anywhere !important; writing-mode: vertical-rl !important }
  wallet-modal::part(*), ::slotted(*), ::part(body) { display: none !important }
  dialog, dialog::backdrop, [popover] { display: none !important; position: static !important; z-index: -1 !important }
`

test('a page whose styles hit everything: the modal looks as elsewhere, and can be used', async ({ page, stackAttributes }) => {
  await installWallet(page)
  const look = async (style: string, path: string) => {
    const html = `${style}<script type="module" src="/wallet-modal.js"></script>
      <wallet-modal {{attributes}}></wallet-modal><wallet-button></wallet-button>`
    await openHtml(page, urls, stackAttributes, html, path)
    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
    const row = page.getByRole('dialog').getByRole('button', { name: /Mock Wallet/ })
    await expect(row).toBeVisible()
    return row.evaluate((element) => {
      const names =
        'font-size font-family font-style letter-spacing word-spacing line-height text-transform text-align text-indent color ' +
        'direction visibility opacity pointer-events white-space display'
      const of = (node: Element) => names.split(' ').map((name) => `${name}: ${getComputedStyle(node).getPropertyValue(name)}`)
      const heading = (element.getRootNode() as ShadowRoot).querySelector('h2')
      return [of(element), of(heading ?? element), [Math.round(element.getBoundingClientRect().height)]]
    })
  }
  const clean = await look('', 'clean.html')
  expect(await look(`<style>${hostile}</style>`, 'styled.html')).toEqual(clean)
  const usable = {
    ...{ cursor: 'auto', 'user-select': 'text', 'text-shadow': 'none' },
    // Words and addresses are not broken or hyphenated.
    ...{ 'word-break': 'normal', 'overflow-wrap': 'normal', hyphens: 'manual' },
    // Nor laid on their side, as in a page that is set in columns.
    'writing-mode': 'horizontal-tb',
  }
  for (const [name, value] of Object.entries(usable)) await expect(page.getByRole('dialog')).toHaveCSS(name, value)
  // These styles disable the page's own button; the modal still takes presses.
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Mock Wallet/ })
    .click()
  await expectEvent(page, 'wallet-connected')
})
