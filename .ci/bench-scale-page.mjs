import { CHAIN_ID, OWNER } from './bench-account-world.mjs'

const OTHER = '0x00000000000000000000000000000000000beacc'

// The page's wallet: it announces its accounts, and as many more as requested.
export const wallet = `
const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
const hex = '0x${CHAIN_ID.toString(16)}'
let account = '${OWNER}'
const heard = new Set()
const provider = {
  request: async ({ method }) => {
    if (method === 'eth_chainId') return hex
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
    throw Object.assign(new Error(method), { code: 4200 })
  },
  on: (event, listener) => void (event === 'accountsChanged' && heard.add(listener)),
  removeListener: (event, listener) => void heard.delete(listener),
}
const tell = (address) => { account = address; for (const listener of heard) listener([address]) }
const infos = [['Bench Wallet', 'example.bench']]
const announce = () => infos.forEach(([name, rdns], at) => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
  detail: Object.freeze({ info: Object.freeze({ uuid: '350670db-19fa-4704-a166-' + String(at).padStart(12, '0'), name, icon, rdns }), provider }),
})))
window.announce = (count) => { for (let at = 1; at <= count; at++) infos.push(['Announced ' + at, 'example.announced' + at]); announce() }
// A page hears of an account again and again, and shows the newest: what was told is applied once it, or what came after it,
// is the element's account, two seconds later at most.
const accounts = ['${OWNER}', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => '${OWNER}'.slice(0, -1) + at)]
window.flood = async (perSecond, seconds) => {
  const all = perSecond * seconds
  let [sent, covered, applied, oldest] = [0, 0, 0, performance.now()]
  const cover = () => {
    if (performance.now() - oldest < 2000) applied += sent - covered
    covered = sent
  }
  document.addEventListener('wallet-account-changed', cover)
  for (const since = performance.now(); sent < all; ) {
    const due = Math.min(all, Math.floor(((performance.now() - since) / 1000) * perSecond))
    if (covered === sent) oldest = performance.now()
    for (; sent < due; sent++) tell(sent === all - 1 ? '${OTHER}' : accounts[Math.floor(Math.random() * accounts.length)])
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  for (const since = performance.now(); covered < sent && performance.now() - since < 3000; )
    await new Promise((resolve) => setTimeout(resolve, 5))
  document.removeEventListener('wallet-account-changed', cover)
  if (perSecond === 0) tell('${OWNER}')
  return { applied, last: account }
}
addEventListener('eip6963:requestProvider', announce)
announce()`

// Runs in the page before anything else.
export const probes = () => {
  let slowest = 0
  let presses = 0
  let scroll = 0
  // The observer only reports presses of 16 ms and more; fast ones are counted here.
  for (const type of ['click', 'keydown']) addEventListener(type, ({ isTrusted }) => void (isTrusted && presses++), true)
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) slowest = Math.max(slowest, duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 })
  const root = () => document.querySelector('wallet-modal').shadowRoot
  // The row count that a virtual list declares; a plain list has what it shows.
  const rows = () =>
    Number(root().querySelector('[aria-setsize]')?.getAttribute('aria-setsize') ?? 0) ||
    root().querySelectorAll('.row-list > li').length
  const scroller = () =>
    [...root().querySelectorAll('.wallet-grid, .body')].find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
  const markup = ['wallet-modal', 'wallet-button']
  let most = 0
  window.scale = {
    rows,
    slowest: () => slowest,
    presses: () => presses,
    scroll: () => scroll,
    nodes: () => Math.max(most, root().querySelectorAll('*').length),
    endAndBack: async (leap, wanted) => {
      let reached = rows()
      for (const by of [leap, -leap])
        for (let still = 0, until = performance.now() + 120_000; still < 8 && performance.now() < until; ) {
          const body = scroller()
          const before = body?.scrollTop ?? 0
          const since = performance.now()
          if (body) body.scrollTop += by
          await window.frameEnd()
          await window.frameEnd()
          if (body) scroll = Math.max(scroll, performance.now() - since)
          most = Math.max(most, root().querySelectorAll('*').length)
          reached = Math.max(reached, rows())
          const moved = (scroller()?.scrollTop ?? 0) !== before
          // Waits at the current end until the rest has loaded.
          still = moved || (by > 0 && reached < wanted) ? 0 : still + 1
        }
      return reached
    },
    fill: async (count) => {
      const first = document.querySelector('wallet-modal')
      for (const each of document.querySelectorAll(markup.join())) if (each !== first) each.remove()
      for (let at = 0; at < count; at++)
        document.body.append(...markup.slice(at === 0 ? 1 : 0).map((name) => document.createElement(name)))
      await window.frameEnd()
      await window.frameEnd()
    },
    sign: async (count) => {
      const modal = document.querySelector('wallet-modal')
      const asked = Array.from({ length: count }, (_, at) =>
        modal
          .getProvider('eip155')
          .request({ method: 'personal_sign', params: [`0x${at.toString(16).padStart(4, '0')}`, modal.state.account.address] }),
      )
      const given = await Promise.allSettled(asked)
      return given.filter(({ value }, at) => value === `0x${at.toString(16).padStart(4, '0')}`).length
    },
  }
}
