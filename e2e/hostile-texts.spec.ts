import type { Page } from '@playwright/test'
import { inFull } from '../.ci/in-full.mjs'
import { oddTexts } from '../.ci/odd-texts'
import type { WalletModalElement } from '../elements/wallet-modal'
import { addressOf, NETWORK, openAccount, openTab, set } from './account-page'
import { announceNow, expect } from './fixtures'
import { expectPlain, watchTexts } from './hostile-texts'
import { test } from './own-provider'
import { openSite, show } from './site'

// How texts are cleaned is tested in `src/texts.test.ts` and `src/api/fuzz.test.ts`; here they are looked at where they are shown.

const texts = inFull(5_000, 40)
/** App names; the modal is reopened for each. */
const apps = inFull(500, 6)
/** The most announced wallets that are listed (promise 22). */
const ANNOUNCED = 50
/** Computed once: deriving it five hundred times would take longer than the requests' time limit. */
const owner = addressOf(9)
const cors = { 'access-control-allow-origin': '*' }
/** The texts, each marked with its place so that no other place's text is taken for it. */
const of = (place: string) => oddTexts(texts).map((text) => `${place} ${text}`)

// The full count is scrolled through, at most fifty announced wallets per page.
test.describe.configure({ timeout: inFull(2_400_000, 60_000) })
test.beforeEach(({ page }) => watchTexts(page))

test(`promise 18: ${texts} texts each as names of wallets, announced, listed or the host’s, and of networks, and ${apps} as the app’s: all are text where they are shown`, async ({
  page,
}) => {
  const [announced, listed, own] = [of('announced'), of('listed'), of('own')]
  let isListed = false
  await page.route('**/getWallets**', (route) => {
    const asked = new URL(route.request().url()).searchParams
    const [number, entries] = [Number(asked.get('page') ?? 1), Number(asked.get('entries') ?? 40)]
    const all = listed.map((name, at) => ({ id: `listed-${at}`, name, homepage: 'https://listed.example', chains: [NETWORK] }))
    const data = isListed ? all.slice((number - 1) * entries, number * entries) : []
    return route.fulfill({ headers: cors, json: { count: isListed ? all.length : 0, data } })
  })
  const dialog = page.getByRole('dialog')
  for (let at = 0; at < texts; at += ANNOUNCED) {
    isListed = at + ANNOUNCED >= texts
    if (at === 0) await openSite(page)
    else await page.reload()
    const names = announced.slice(at, at + ANNOUNCED)
    for (const [index, name] of names.entries())
      await announceNow(page, { name, rdns: `test.w${index}` }, () => window.scriptedWallet())
    if (isListed) await describeWallets(page, own)
    await show(page, 'AllWallets')
    await expectPlain(dialog, isListed ? [...names, ...own, ...listed] : names, 40)
  }

  const networks = of('network')
  await page.evaluate((names) => {
    const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
    const own = names.map((name, at) => ({ id: 100_000 + at, name, nativeCurrency, rpcUrls: { default: { http: [] } } }))
    Object.assign(document.querySelector('wallet-modal') ?? {}, { networks: own })
  }, networks)
  await show(page, 'Networks')
  await expectPlain(dialog, networks, 60)

  for (const name of of('app').slice(0, apps)) {
    // The heading takes the name when the modal opens.
    await set(page, { 'app-name': name })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await show(page, 'Connect')
    await expectPlain(dialog, [name], 40)
  }
})

async function describeWallets(page: Page, names: readonly string[]) {
  await page.evaluate((all) => {
    const own = all.map((name, at) => ({ id: `own-${at}`, name, homepage: 'https://own.example' }))
    Object.assign(document.querySelector('wallet-modal') as WalletModalElement, { customWallets: own })
  }, names)
}

test(`promise 18: ${texts} texts each as names of tokens, of collectibles, in the activity, and of tokens to swap: all are text where they are shown`, async ({
  page,
  provider,
}) => {
  const tokens = of('token')
  await provider.order({
    path: `/v1/account/${owner}/balance`,
    body: {
      balances: tokens.map((name, at) => ({
        ...{ name, symbol: name, chainId: NETWORK, iconUrl: '', value: texts - at, price: 1 },
        ...{ address: `${NETWORK}:${addressAt(at)}`, quantity: { decimals: '18', numeric: '1' } },
      })),
    },
  })
  const [nfts, symbols, makers] = [of('nft'), of('coin'), of('by')]
  await page.route(`**/v1/account/${owner}/history**`, (route) => {
    const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const end = Math.min(texts, at + 250)
    const data = Array.from({ length: end - at }, (_, index) => [
      moved(at + index, makers[at + index], { nft_info: { name: nfts[at + index], content: null, flags: { is_spam: false } } }),
      moved(at + index, makers[at + index], { fungible_info: { name: 'Coin', symbol: symbols[at + index], icon: null } }),
    ]).flat()
    return route.fulfill({ headers: cors, json: { data, next: end < texts ? String(end) : null } })
  })
  const swapped = of('swap')
  await page.route('**/v1/convert/tokens**', (route) => {
    const all = swapped.map((name, at) => ({
      name,
      symbol: 'COIN',
      address: `${NETWORK}:${addressAt(at)}`,
      decimals: 18,
      logoUri: '',
    }))
    return route.fulfill({ headers: cors, json: { tokens: all } })
  })
  const dialog = await openAccount(page, provider, [owner])
  await expectPlain(dialog, tokens, 60)
  await openTab(dialog, 'NFTs')
  await expectPlain(dialog, nfts, 60)
  await openTab(dialog, 'Activity')
  await expectPlain(dialog, symbols, 20)
  await expectPlain(dialog, makers, 60)
  await show(page, 'Swap')
  await dialog
    .getByRole('button', { name: /Change$|Choose/ })
    .first()
    .click()
  await dialog.getByRole('searchbox').waitFor()
  await expectPlain(dialog, swapped, 60)
})

const addressAt = (at: number) => `0x${String(at + 1).padStart(40, '0')}`

function moved(at: number, name: string | undefined, what: { nft_info: object } | { fungible_info: object }) {
  const kind = 'nft_info' in what ? 'nft' : 'coin'
  return {
    id: `${kind}-${at}`,
    metadata: {
      ...{ operationType: 'mint', hash: addressAt(at), status: 'confirmed', chain: NETWORK, application: { name } },
      ...{ sentFrom: addressAt(at), sentTo: owner, minedAt: new Date(Date.now() - at * 60_000).toISOString() },
    },
    transfers: [{ ...{ fungible_info: null, nft_info: null, direction: 'in', quantity: { numeric: '1' }, value: 1 }, ...what }],
  }
}
