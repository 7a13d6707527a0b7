import { Hono } from 'hono'
import { drawImage } from './image'
import { listWallets } from './wallet-list'

const DEFAULT_ENTRIES = 40
const MAX_ENTRIES = 100

/** The wallet-explorer API: the list in pages, and a picture for each wallet, network and token. */
export function walletRoutes(providerUrl: string, walletUrl: string): Hono {
  const wallets = listWallets(providerUrl, walletUrl)
  const routes = new Hono()

  routes.get('/getWallets', (c) => {
    const { search = '', badge_type, include, exclude, chains, page, entries } = c.req.query()
    const words = (text = '') => new Set(text.split(',').filter(Boolean))
    const [included, excluded, asked] = [words(include), words(exclude), words(chains)]
    const found = wallets.filter(
      (wallet) =>
        wallet.name.toLowerCase().includes(search.trim().toLowerCase()) &&
        (!badge_type || wallet.badge_type === badge_type) &&
        (!included.size || included.has(wallet.id)) &&
        !excluded.has(wallet.id) &&
        (!asked.size || wallet.chains.some((chain) => asked.has(chain))),
    )
    const size = Math.min(positive(entries) ?? DEFAULT_ENTRIES, MAX_ENTRIES)
    const start = ((positive(page) ?? 1) - 1) * size
    return c.json({ count: found.length, data: found.slice(start, start + size) })
  })

  const image = (id: string, label: string) =>
    new Response(drawImage(id, label), { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' } })
  routes.get('/getWalletImage/:id', (c) => {
    const wallet = wallets.find(({ image_id }) => image_id === c.req.param('id'))
    return wallet ? image(wallet.image_id, wallet.name) : c.notFound()
  })
  for (const kind of ['getAssetImage', 'getTokenImage', 'getCurrencyImage']) {
    routes.get(`/public/${kind}/:id`, (c) => image(c.req.param('id'), c.req.param('id')))
  }
  routes.get('/getAnalyticsConfig', (c) => c.json({ isAnalyticsEnabled: false }))
  return routes
}

function positive(text: string | undefined): number | undefined {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : undefined
}
