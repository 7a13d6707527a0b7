import { setTimeout as passed } from 'node:timers/promises'
import { sleepOf } from './bench-sleep.mjs'

/** Limits for each row of the table besides its count: ms of the slowest press, bytes kept by doing everything once more. */
export const limits = { press: 200, kept: 1_000_000 }

export const counts = {
  wallets: Number(process.env.WALLETS ?? 10_000),
  announced: 50,
  networks: 200,
  elements: 20,
  perSecond: 1000,
  minutes: Number(process.env.MINUTES ?? 30),
  signatures: 50,
}
const ACCOUNT = { view: 'Account' }
const LEAP = 6000
const MINUTE_MS = 60_000

const show = (tab, options) =>
  tab.evaluate(async (asked) => {
    await customElements.whenDefined('wallet-modal')
    const modal = document.querySelector('wallet-modal')
    await modal.ready
    await modal.show(asked)
  }, options)
const connect = async (tab) => {
  await show(tab, { view: 'Connect' })
  await tab.evaluate(() => document.querySelector('wallet-modal').connect({ wallet: 'example.bench' }))
  await show(tab, ACCOUNT)
}
/** Connects with the wallet on another device. */
const pair = async (tab, signer) => {
  await show(tab, { view: 'Connect' })
  await tab.getByRole('button', { name: /WalletConnect/ }).click()
  await tab.getByRole('button', { name: 'Copy link' }).click({ timeout: 30_000 })
  await signer.pair(await tab.evaluate(() => navigator.clipboard.readText()))
  await tab.waitForFunction(() => document.querySelector('wallet-modal').state.status === 'connected')
  await show(tab, ACCOUNT)
}
/** Requests `count` signatures; resolves to how many arrive. */
const sign = (tab, count) => tab.evaluate((wanted) => window.scale.sign(wanted), count)
const status = (tab) => tab.evaluate(() => document.querySelector('wallet-modal').state.status)
const rows = (tab) => tab.evaluate(() => window.scale.rows())
const tabOf = (tab, name) => tab.getByRole('tab', { name })

/** Scrolls to the end and back in leaps; resolves to how many rows there were. */
const toTheEndAndBack = (tab, wanted) => tab.evaluate(([by, count]) => window.scale.endAndBack(by, count), [LEAP, wanted])

/** Runs the tour until everything is loaded and cached; the heap counts from there. Resolves to the last run's result. */
const warmed = async (settled, tour) => {
  for (let times = 3; times > 0; times--) await tour()
  await settled()
  return tour()
}

/**
 * The rows of the table. Each gets a fresh page; `run` does what a visitor would, calls `settled` once everything has been
 * done a few times (the heap counts from there), does it again, and resolves to how many of how many succeeded.
 */
export const scales = [
  {
    name: `${counts.wallets} wallets in the list`,
    async run({ tab, settled }) {
      await show(tab, { view: 'AllWallets' })
      await tab.getByText('Wallet 12', { exact: true }).waitFor()
      const reached = await warmed(settled, () => toTheEndAndBack(tab, counts.wallets))
      await tab.getByRole('searchbox').pressSequentially(`Wallet ${counts.wallets - 1}`)
      await tab.getByText(`Wallet ${counts.wallets - 1}`, { exact: true }).waitFor()
      return [reached, counts.wallets]
    },
  },
  {
    name: `${counts.announced} announced wallets`,
    async run({ tab, settled }) {
      await tab.evaluate((count) => window.announce(count), counts.announced - 1)
      await show(tab, { view: 'Connect' })
      await tab.getByRole('button', { name: /^Announced 1\b/ }).waitFor()
      await warmed(settled, async () => {
        await tab.getByRole('button', { name: /^All wallets/ }).click()
        await tab.getByRole('button', { name: 'Back' }).click()
        await tab.getByRole('button', { name: /^Announced 1\b/ }).waitFor()
      })
      const listed = await tab.getByRole('button', { name: /^(Announced \d|Bench Wallet)/ }).count()
      return [listed, counts.announced]
    },
  },
  ...[
    ['Tokens', 'tokens'],
    ['Activity', 'transactions'],
  ].map(([name, key]) => ({
    name: (world) => `${world[key]} ${key}`,
    async run({ tab, settled, world }) {
      await connect(tab)
      await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
      await tabOf(tab, name).click()
      const list = tab.getByRole('list', { name })
      await list.getByRole('listitem').nth(2).waitFor({ timeout: 60_000 })
      const reached = await warmed(settled, async () => {
        const all = await toTheEndAndBack(tab, world[key])
        for (const each of ['NFTs', 'Tokens', 'Activity', name]) await tabOf(tab, each).click()
        return all
      })
      return [Math.min(reached, world[key]), world[key]]
    },
  })),
  {
    name: `${counts.networks} networks`,
    async run({ tab, settled, world }) {
      await show(tab, { view: 'Connect' })
      await tab.evaluate(
        ([count, rpc]) => {
          document.querySelector('wallet-modal').customNetworks = Array.from({ length: count - 1 }, (_, index) => ({
            id: 900_000 + index,
            name: `Network ${index}`,
            nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
            rpcUrls: { default: { http: [rpc] } },
          }))
        },
        [counts.networks, world.rpc],
      )
      await connect(tab)
      await tab.getByRole('button', { name: /^Network: / }).click()
      await tab.getByRole('button', { name: /^Network 1\b/ }).waitFor()
      const reached = Math.max(
        await warmed(settled, () => toTheEndAndBack(tab, counts.networks)),
        await tab.getByRole('button', { name: /^(Network \d|Arbitrum One)/ }).count(),
      )
      await tab.getByRole('searchbox').pressSequentially(`Network ${counts.networks - 2}`)
      await tab.getByRole('button', { name: new RegExp(`^Network ${counts.networks - 2}\\b`) }).waitFor()
      return [reached, counts.networks]
    },
  },
  {
    name: `${counts.elements} elements on a page`,
    async run({ tab, settled }) {
      await show(tab, { view: 'Connect' })
      await tab.keyboard.press('Escape')
      const fill = () => tab.evaluate((count) => window.scale.fill(count), counts.elements)
      await fill()
      const opened = await warmed(settled, async () => {
        let shown = 0
        for (let at = 0; at < counts.elements; at++) {
          await tab
            .getByRole('button', { name: /^Connect wallet/ })
            .nth(at)
            .click()
          await tab
            .getByRole('dialog')
            .getByRole('button', { name: /^Bench Wallet/ })
            .waitFor()
          shown++
          await tab.keyboard.press('Escape')
          await tab.getByRole('dialog').waitFor({ state: 'hidden' })
        }
        // Removed and inserted again, as an app does that redraws its pages.
        for (let round = 0; round < 10; round++) await fill()
        return shown
      })
      return [opened, counts.elements]
    },
  },
  {
    name: `${counts.perSecond} events a second, 10 s`,
    async run({ tab, settled }) {
      await connect(tab)
      await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
      const came = await warmed(settled, async () => {
        const flood = tab.evaluate((count) => window.flood(count, 10), counts.perSecond)
        for (let turn = 0; turn < 6; turn++) for (const name of ['NFTs', 'Activity', 'Tokens']) await tabOf(tab, name).click()
        const { applied, last } = await flood
        await tab.waitForFunction(
          (address) => document.querySelector('wallet-modal').state.account?.caipAddress.toLowerCase().endsWith(address),
          last,
        )
        await tab.evaluate(() => window.flood(0, 0))
        await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
        return applied
      })
      return [came, counts.perSecond * 10]
    },
  },
  {
    name: `${counts.minutes} minutes of open tab, asleep for half of them`,
    isPlain: true,
    async run({ tab, client, settled, world }) {
      await pair(tab, world.signer)
      await tab.getByText('Seeded ').first().waitFor({ timeout: 60_000 })
      const sleep = await sleepOf(tab, client, world.cutOff)
      let came = 0
      for (let minute = 0; minute < counts.minutes; minute += 2) {
        // Requested before and answered while the balance changes.
        const answer = world.signer.hold()
        const signed = sign(tab, 1)
        await world.signer.asked()
        const coins = 1000 + minute
        const isAsleep = await sleep(MINUTE_MS, async () => {
          await world.setBalance(coins)
          answer()
        })
        const since = Date.now()
        await tab
          .getByText(`${coins.toLocaleString('en')} ETH`)
          .first()
          .waitFor()
        const given = (await signed) + (await sign(tab, 1))
        for (const name of ['Activity', 'Tokens']) await tabOf(tab, name).click()
        if (isAsleep && given === 2 && (await status(tab)) === 'connected') came++
        // The second half repeats the first.
        if (minute + 2 === 2 * Math.floor(counts.minutes / 4)) await settled()
        await passed(MINUTE_MS - (Date.now() - since))
      }
      return [came, counts.minutes / 2]
    },
  },
  {
    name: 'slow 3G (400 kbit/s, 2 s there and back)',
    network: { offline: false, latency: 2000, downloadThroughput: 50_000, uploadThroughput: 50_000 },
    async run({ tab, settled }) {
      await connect(tab)
      for (const name of ['NFTs', 'Activity', 'Tokens']) await tabOf(tab, name).click()
      await tab.getByText('Seeded ').first().waitFor({ timeout: 120_000 })
      const listed = await warmed(settled, async () => {
        let lists = 0
        for (const name of ['Activity', 'Tokens']) {
          await tabOf(tab, name).click()
          await tab.getByRole('list', { name }).getByRole('listitem').nth(2).waitFor({ timeout: 60_000 })
          if ((await rows(tab)) > 2) lists++
        }
        return lists
      })
      // The connection, and both lists.
      return [listed + ((await status(tab)) === 'connected' ? 1 : 0), 3]
    },
  },
  {
    name: '2 % packet loss on the relay',
    async run({ tab, settled, world }) {
      const before = world.lost()
      await pair(tab, world.signer)
      const signed = await warmed(settled, async () => {
        const given = sign(tab, counts.signatures)
        for (const name of ['NFTs', 'Activity', 'Tokens']) await tabOf(tab, name).click()
        return given
      })
      // Without a lost packet the row proves nothing.
      return [world.lost() > before ? signed : 0, counts.signatures]
    },
  },
]
