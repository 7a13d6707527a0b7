import { expect, test } from '@playwright/test'
import { Connection, PublicKey } from '@solana/web3.js'
import { createPublicClient, getAddress, http, parseEther, toHex, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { isSignedBy } from '../demo/stack/ed25519'
import { fromBase58 } from '../src/lib/base58'
import { accountAt } from './fixtures'
import { tabTo } from './keys'
import { startNodeWallet } from './node-wallet'
import { urls } from './site'
import { burnerScript, fund, onlySolana, solanaRpc } from './solana-page'
import { type Tab, type Visitor, visitorIn } from './visitor'

/** A running browser of one engine. */
export type Engine = {
  /** Opens a window with nothing stored. */
  readonly visit: () => Promise<{ readonly page: Tab; readonly close: () => Promise<void> }>
  readonly stop: () => Promise<void>
}

type Given = {
  readonly name: string
  /** Why it cannot run here; undefined if it can. */
  readonly missing: string | undefined
  readonly start: () => Promise<Engine>
  /** Index of the account that it sends from: two engines may send at the same time. */
  readonly account: number
}

// The account tests send on it too, from other accounts (`account-page.ts`).
const SENDING = 'eip155:421614'
const first = accountAt(0)

/** Runs the journeys in a browser of this engine, each in a new window. */
export function travel({ name, missing, start, account }: Given): void {
  // One browser for all journeys.
  test.describe.configure({ mode: 'default' })
  test.skip(missing !== undefined, missing)
  let engine: Engine
  test.beforeAll(async () => {
    // The browser may need more than one start.
    test.setTimeout(120_000)
    engine = await start()
  })
  test.afterAll(() => engine?.stop())

  for (const [title, go] of Object.entries(journeys))
    test(`${name}: ${title}`, async () => {
      const { page, close } = await engine.visit()
      try {
        const visitor = visitorIn(page)
        await go(visitor, account)
        await visitor.leave()
      } finally {
        await close()
      }
    })
}

const journeys: Readonly<Record<string, (visitor: Visitor, account: number) => Promise<void>>> = {
  // The other journeys check that nothing was blocked; this one proves that the check works.
  async 'promise 32: error: a violation of the strict policy is blocked, and noticed'({ page, open }) {
    await open()
    await page.evaluate(() => document.body.setAttribute('style', 'color: rgb(255, 0, 0)'))
    await expect.poll(() => page.evaluate(() => window.blocked.join())).toMatch(/style-src/)
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).not.toBe('rgb(255, 0, 0)')
    await page.evaluate(() => void window.blocked.splice(0))
  },

  async 'an announced wallet connects, signs, switches, is restored after a reload, and disconnects'(visitor) {
    await visitor.open({ announced: true })
    await visitor.press(/^Connect wallet$/)
    await visitor.press(/Demo Wallet/)
    await visitor.press(/^Approve$/)
    await visitor.hears('wallet-connected', { networkId: 'eip155:31337', address: first.address, restored: false })
    await visitor.misses(/./, 'dialog')

    const given = await visitor.signs('Hello from another engine')
    await visitor.press(/^Approve$/)
    expect(await isBy(first.address, 'Hello from another engine', await given())).toBe(true)
    const refused = await visitor.signs('Not this one')
    await visitor.press(/^Reject$/)
    expect(await refused()).toBe('USER_REJECTED')

    await visitor.press(/Localhost/)
    await visitor.press(/Arbitrum One/)
    await visitor.press(/^Approve$/)
    await visitor.hears('wallet-network-changed', { networkId: 'eip155:42161', supported: true })

    await visitor.reload()
    await visitor.hears('wallet-connected', { networkId: 'eip155:42161', address: first.address, restored: true })
    await visitor.press(/^Account .*2266/)
    await visitor.press(/^Disconnect$/)
    await visitor.hears('wallet-disconnected', { reason: 'user' })
    await visitor.sees(/^Connect wallet$/)
    await visitor.reload()
    await visitor.hears('wallet-ready', { status: 'disconnected' })
  },

  async 'coins are sent: typed, reviewed in full, approved once, and right in both balances'(visitor, account) {
    const { address, short } = accountAt(account)
    const storage = { 'demo-wallet-announced': JSON.stringify({ account, chainId: 421614, added: [] }) }
    await visitor.open({ announced: true, storage, attributes: { networks: SENDING, 'default-network': SENDING } })
    await visitor.press(/^Connect wallet$/)
    await visitor.press(/Demo Wallet/)
    await visitor.press(/^Approve$/)
    await visitor.hears('wallet-connected', { networkId: SENDING, address })
    await visitor.press(new RegExp(`^Account .*${short.slice(-4)}`))
    await visitor.press(/^Send$/)

    const to = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))))
    await visitor.fill(/Amount/, '1.25')
    await visitor.fill(/Receiver/, to)
    await visitor.press(/^Review$/)
    await visitor.reads(/ETH ?−1.25/)
    await visitor.press(/^Send 1.25 ETH/)
    await visitor.press(/^Approve$/)
    await visitor.hears('wallet-transaction', { kind: 'send', networkId: SENDING, status: 'confirmed' })
    const chain = createPublicClient({ transport: http(urls.rpc[SENDING]) })
    expect(await chain.getBalance({ address: to })).toBe(parseEther('1.25'))
    const started = (await visitor.details('wallet-transaction')).filter(({ status }) => status === 'submitted')
    expect(started).toHaveLength(1)
    const { from, value } = await chain.getTransaction({ hash: started[0]?.hash as `0x${string}` })
    expect([getAddress(from), value]).toEqual([address, parseEther('1.25')])
  },

  async 'over WalletConnect: the code on screen is scanned, and the session signs, switches and survives a reload'(visitor) {
    const accounts = ['eip155:31337', 'eip155:42161'].map((chain) => `${chain}:${first.address}`)
    const signer = privateKeyToAccount(first.key)
    const wallet = await startNodeWallet({
      accounts,
      answer: ({ method, params }) => {
        const [raw] = params as [`0x${string}`]
        return method === 'personal_sign' ? signer.signMessage({ message: { raw } }) : null
      },
    })
    try {
      await visitor.open()
      await visitor.press(/^Connect wallet$/)
      await visitor.press(/WalletConnect/)
      await wallet.pair(await visitor.scans())
      await visitor.hears('wallet-connected', { networkId: 'eip155:31337', address: first.address, restored: false })
      await visitor.misses(/./, 'dialog')
      const before = await (await visitor.signs('Over the relay'))()
      expect(await isBy(first.address, 'Over the relay', before)).toBe(true)

      await visitor.press(/Localhost/)
      await visitor.press(/Arbitrum One/)
      await visitor.hears('wallet-network-changed', { networkId: 'eip155:42161' })
      await visitor.reload()
      await visitor.hears('wallet-connected', { networkId: 'eip155:42161', address: first.address, restored: true })
      const after = await (await visitor.signs('After a reload'))()
      expect(await isBy(first.address, 'After a reload', after)).toBe(true)
      await visitor.press(/^Account .*2266/)
      await visitor.press(/^Disconnect$/)
      await visitor.hears('wallet-disconnected', { reason: 'user' })
    } finally {
      await wallet.stop()
    }
  },

  async 'on Solana: a third-party wallet connects, signs and sends'(visitor) {
    await visitor.open({ script: await burnerScript(), attributes: onlySolana })
    await visitor.press(/^Connect wallet$/)
    await visitor.press(/Burner Wallet/)
    await visitor.hears('wallet-connected', { namespace: 'solana', restored: false })
    await visitor.misses(/./, 'dialog')
    const address = (await visitor.state())?.account?.address ?? ''
    const signature = await (await visitor.signs('Hello, Solana ✓'))()
    const [key, signed] = [fromBase58(address), fromBase58(signature)]
    expect(key && signed && isSignedBy(key, new TextEncoder().encode('Hello, Solana ✓'), signed)).toBe(true)

    const connection = new Connection(solanaRpc, 'confirmed')
    await fund(connection, address)
    const to = onCurve()
    await visitor.press(new RegExp(`^Account .*${address.slice(-4)}`))
    await visitor.press(/^Send$/)
    await visitor.fill(/Amount/, '0.75')
    await visitor.fill(/Receiver/, to.toBase58())
    await visitor.press(/^Review$/)
    await visitor.reads(/SOL ?−0.75/)
    await visitor.press(/^Send 0.75 SOL/)
    await visitor.hears('wallet-transaction', { kind: 'send', status: 'submitted' })
    await expect.poll(() => connection.getBalance(to)).toBe(750_000_000)
  },

  async 'by keyboard alone: connect, switch the network, disconnect'(visitor) {
    const { page } = visitor
    const choose = async (name: RegExp) => {
      await visitor.sees(name)
      await tabTo(page, name)
      await page.keyboard.press('Enter')
    }
    await visitor.open({ announced: true })
    await choose(/^Connect wallet/)
    await choose(/Demo Wallet/)
    await choose(/^Approve$/)
    await visitor.hears('wallet-connected', { restored: false })
    await visitor.misses(/./, 'dialog')
    await visitor.focuses(/^Account .*2266/)

    await page.keyboard.press('Enter')
    await choose(/^Network: Localhost\. Change$/)
    await visitor.sees(/Arbitrum One/)
    await tabTo(page, /^LLocalhost/)
    await page.keyboard.press('ArrowDown')
    await visitor.focuses(/BNB Smart Chain/)
    await page.keyboard.press('End')
    await visitor.focuses(/Ethereum/)
    await page.keyboard.press('Home')
    await visitor.focuses(/Localhost/)
    await page.keyboard.type('arbitrum o')
    await visitor.focuses(/Arbitrum One/)
    await page.keyboard.press('Enter')
    await choose(/^Approve$/)
    await visitor.hears('wallet-network-changed', { networkId: 'eip155:42161' })

    await page.keyboard.press('Escape')
    await visitor.misses(/./, 'dialog')
    await visitor.focuses(/^Account .*2266/)
    await page.keyboard.press('Enter')
    await choose(/^Disconnect$/)
    await visitor.hears('wallet-disconnected', { reason: 'user' })
    await visitor.focuses(/^Connect wallet/)
  },

  async 'right to left: mirrored, with arrow keys in the writing direction, and connects'(visitor) {
    const { page } = visitor
    await visitor.open({ announced: true, html: { lang: 'ar', dir: 'rtl' }, attributes: { locale: 'ar' } })
    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'AllWallets' }))
    const [one, two] = [await visitor.sees(/^Demo Wallet/), await visitor.sees(/^Amber Wallet$/)]
    expect(two.x).toBeLessThan(one.x)
    await tabTo(page, /^Demo Wallet/)
    await page.keyboard.press('ArrowLeft')
    await visitor.focuses(/Amber Wallet$/)
    await page.keyboard.press('ArrowRight')
    await visitor.focuses(/^Demo Wallet/)
    await page.keyboard.press('Escape')
    await visitor.misses(/./, 'dialog')

    await page.evaluate(() => document.querySelector('wallet-modal')?.show({ view: 'Connect' }))
    await visitor.press(/Demo Wallet/)
    await visitor.press(/^Approve$/)
    await visitor.hears('wallet-connected', { address: first.address })
  },
}

const isBy = (address: `0x${string}`, message: string, signature: string) =>
  verifyMessage({ address, message, signature: signature as `0x${string}` })

/** A Solana address on the curve, so that there is no warning that it has no key. */
function onCurve(): PublicKey {
  for (;;) {
    const found = new PublicKey(crypto.getRandomValues(new Uint8Array(32)))
    if (PublicKey.isOnCurve(found.toBytes())) return found
  }
}
