import { announce, expect, openBare, test } from './fixtures'
import { hold } from './hold'
import { show, type Visit } from './site'

const NETWORK = 'eip155:42161'
const QUOTES = '**/v1/convert/quotes**'

/** A page with a connected wallet. */
async function open({ page, urls, stackAttributes }: Visit) {
  await announce(page, {}, () => window.scriptedWallet({ eth_chainId: () => '0xa4b1' }))
  await openBare(page, urls, { ...stackAttributes, networks: NETWORK, 'default-network': NETWORK })
  await page.evaluate(() => document.querySelector('wallet-modal')?.connect({ wallet: 'test.odd' }))
  return page.getByRole('dialog')
}
const wish = { fromToken: 'ETH', toToken: 'DUSD', amount: '0.5' }

test('a sum brings its terms along: in no frame does it stand there without them, which would move all that is pressed when they came', async ({
  page,
  urls,
  stackAttributes,
}) => {
  const dialog = await open({ page, urls, stackAttributes })
  const release = await hold(page, QUOTES)
  const heights = await page.evaluateHandle(() => {
    const seen: number[] = []
    const look = () => {
      const root = document.querySelector('wallet-modal')?.shadowRoot
      const isThere = root?.querySelector<HTMLInputElement>('dialog[open] .duo input')?.value === '0.5'
      const height = isThere ? root?.querySelector<HTMLElement>('.panel-content')?.offsetHeight : undefined
      if (height && seen.at(-1) !== height) seen.push(height)
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await show(page, 'Swap', wish)
  await expect(dialog.getByText('You get at least')).toBeVisible()
  release()
  await expect(dialog.getByText(/^Price refreshes in \d+ s$/)).toBeVisible()
  expect(await heights.jsonValue()).toHaveLength(1)
})
