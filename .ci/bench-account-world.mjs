import { filesOf, serveFiles } from './bench-server.mjs'
import { at } from './root.mjs'

/** How much the account holds; TOKENS and TRANSACTIONS reduce it for a quick look. */
export const tokens = Number(process.env.TOKENS ?? 5000)
export const transactions = Number(process.env.TRANSACTIONS ?? 10_000)
export const CHAIN_ID = 42161
/** Address of the account. */
export const OWNER = '0x00000000000000000000000000000000000beacb'

const html = (provider, rpc) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title>
<script src="/wallet.js"></script><script type="module" src="/dist/wallet-modal.js"></script>
<wallet-modal project-id="bench" networks="eip155:${CHAIN_ID}" provider-url="${provider}/" wallets-url="${provider}/" rpc-url="eip155:${CHAIN_ID}=${rpc}"></wallet-modal></html>`

const wallet = `
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const answers = { eth_chainId: '0x${CHAIN_ID.toString(16)}', eth_accounts: ['${OWNER}'], eth_requestAccounts: ['${OWNER}'] }
const provider = { request: async ({ method }) => { if (method in answers) return answers[method]; throw Object.assign(new Error(method), { code: 4200 }) }, on() {}, removeListener() {} }
const detail = Object.freeze({ info: Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Bench Wallet', icon, rdns: 'example.bench' }), provider })
const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
addEventListener('eip6963:requestProvider', announce)
announce()`

/**
 * A chain with the account, a provider in front of it, and a page with the element and a wallet that answers at once.
 * `change` modifies the page's HTML. Resolves to their URLs and a function that stops them.
 */
export async function world(count, change = (page) => page) {
  const { register } = await import('tsx/esm/api')
  register()
  const [{ startChain }, { startProviderApi }, { seed }, { freePort }] = await Promise.all(
    ['chain', 'provider-api', 'seed', 'listen'].map((name) => import(`../demo/stack/${name}.ts`)),
  )
  const chain = await startChain(CHAIN_ID, await freePort())
  const since = Date.now()
  await seed(chain.url, { account: OWNER, transactions: count, tokens })
  const seeded = Date.now()
  const provider = await startProviderApi(0, { chains: [chain], walletUrl: 'http://localhost:1/', drift: false })
  await fetch(`${provider.url}/v1/account/${OWNER}/history?chainId=eip155:${CHAIN_ID}`)
  console.log(
    `${tokens} tokens and ${count} transactions: seeded in ${seconds(seeded - since)} s, indexed in ${seconds(Date.now() - seeded)} s\n`,
  )
  const page = change(html(provider.url, chain.url))
  const { origin, close } = await serveFiles([['/', page], ['/wallet.js', wallet], ...filesOf('/dist/', at('dist'))])
  const stop = async () => {
    close()
    await provider.stop()
    await chain.stop()
  }
  return { origin: `${origin}/`, provider: provider.url, rpc: chain.url, stop }
}

const seconds = (ms) => (ms / 1000).toFixed(1)

/** Connects the page and opens the account view. */
export async function open(tab) {
  await tab.evaluate(async () => {
    await customElements.whenDefined('wallet-modal')
    const modal = document.querySelector('wallet-modal')
    await modal.ready
    if (modal.state.status !== 'connected') await modal.connect({ wallet: 'example.bench' })
    await modal.show({ view: 'Account' })
  })
}
