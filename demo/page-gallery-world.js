/** The first development account has coins and tokens, the second one collectibles. */
const OWNER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const COLLECTOR = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NETWORK = 'eip155:421614'
/** `?account=` shows another account, with its holdings on the chain. */
const shownAccount = () => new URLSearchParams(location.search).get('account') ?? OWNER
const LIMIT_MS = 20_000
/** A wallet's answer that never comes, and one that says no. */
export const silence = () => new Promise(() => {})
export const refusal = () => Promise.reject(Object.assign(new Error('User rejected the request'), { code: 4001 }))

/**
 * The parts of a state: the element with its attributes, announced wallets, failing services, and a visitor who presses and
 * types. `state`: `attributes` (null removes one), `wallets` (names), `answers` of Meadow by method, `faults` as [part of a
 * URL or of a JSON-RPC body, 'hang' | 'fail' | JSON or a function of the true answer], `held` a timer of this many
 * milliseconds that never ends, `phone` a browser that claims to be one, `solana` the name of a Wallet Standard wallet on
 * the chains of `solanaChains`, `bitcoin` the name of another on Bitcoin's test network, `polkadot` that of an extension.
 */
export function createWorld(config, state) {
  const { networks, rpcUrl, provider, relay, secureSite } = config
  const theme = new URLSearchParams(location.search).get('theme')
  const attributes = {
    'project-id': 'local',
    mode: 'localhost',
    'app-name': 'Harvest',
    networks: networks
      .split(' ')
      .filter((id) => id.startsWith('eip155:'))
      .join(' '),
    'default-network': NETWORK,
    'rpc-url': rpcUrl,
    'provider-url': provider,
    'wallets-url': provider,
    'relay-url': relay,
    'secure-site-url': secureSite,
    'storage-prefix': `gallery-${state.name}`,
    ...(theme && { theme }),
    ...state.attributes,
  }
  for (const key of Object.keys(localStorage)) if (key.startsWith(`gallery-${state.name}`)) localStorage.removeItem(key)
  for (const [key, value] of Object.entries(state.stored ?? {}))
    localStorage.setItem(`gallery-${state.name}:${key}`, JSON.stringify(value))
  breakServices(state.faults ?? [])
  if (state.held) hold(state.held)
  if (state.phone) become({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/131.0.0.0 Mobile Safari/537.36' })
  const modal = document.createElement('wallet-modal')
  for (const [name, value] of Object.entries(attributes)) if (value !== null) modal.setAttribute(name, value)
  // Prevents other sites' pages from opening beside the pictures.
  modal.addEventListener(
    'click',
    (event) => event.composedPath().some((node) => node.localName === 'a') && event.preventDefault(),
  )
  const main = document.createElement('main')
  const heading = document.createElement('h1')
  heading.textContent = state.title
  main.append(heading)
  for (const name of state.elements ?? []) main.append(document.createElement(name))
  announce(state)

  const visitor = {
    config,
    main,
    modal,
    show: (view, options) => modal.show({ view, ...options }),
    /** Connects Meadow, which approves. */
    connect: () => modal.connect({ wallet: 'example.meadow' }),
    /** Waits for a control by its name, and presses it. */
    press: async (name) => (await until(() => control(modal, name), `the control ${name}`)).click(),
    /** Types into a field by its name. */
    type: async (name, text) => {
      const field = await until(() => control(modal, name, 'input, textarea'), `the field ${name}`)
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
      set.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    /** Waits until these words are in the modal. */
    see: (words) => until(() => matches(shown(modal)?.textContent ?? '', words), `the words ${words}`),
    /** Waits until the modal contains a match of this selector. */
    find: (selector) => until(() => shown(modal)?.querySelector(selector), `a ${selector}`),
    /** Takes the browser offline. */
    goOffline: () => {
      become({ onLine: false })
      window.dispatchEvent(new Event('offline'))
    },
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    until,
  }
  return visitor
}

const shown = (modal) => modal.shadowRoot?.querySelector('[part="dialog"]')
const matches = (text, wanted) => (wanted instanceof RegExp ? wanted.test(text) : text.includes(wanted))

function control(modal, name, kinds = 'button, a[href], [role="tab"], [role="radio"], summary, label') {
  const nodes = [...(shown(modal)?.querySelectorAll(kinds) ?? [])]
  const nameOf = (node) => node.getAttribute('aria-label') || node.labels?.[0]?.textContent || node.textContent
  return nodes.find(
    (node) =>
      !node.matches(':disabled, [aria-disabled="true"], [inert] *') && node.checkVisibility() && matches(nameOf(node), name),
  )
}

async function until(look, what) {
  const end = performance.now() + LIMIT_MS
  for (;;) {
    const found = look()
    if (found) return found
    if (performance.now() > end) throw new Error(`There is not ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

/** Puts faults between the element and its services. */
function breakServices(faults) {
  const real = window.fetch
  window.fetch = async (input, init) => {
    const asked = `${input?.url ?? input} ${typeof init?.body === 'string' ? init.body : ''}`
    const [, fault] = faults.find(([part]) => asked.includes(part)) ?? []
    if (fault === undefined) return real(input, init)
    if (fault === 'hang') return new Promise(() => {})
    if (fault === 'fail') return new Response('{}', { status: 404 })
    const answer = typeof fault === 'function' ? fault(await (await real(input, init)).json(), asked) : fault
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } })
  }
}

function hold(ms) {
  const start = window.setTimeout
  window.setTimeout = (run, after, ...rest) => (after === ms ? 0 : start(run, after, ...rest))
}

/** Changes what the browser says about itself. */
function become(facts) {
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(navigator, name, { configurable: true, get: () => value })
}

const tile = (colour, letter) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${colour}"/><text x="16" y="22" font-family="sans-serif" font-size="18" fill="#fff" text-anchor="middle">${letter}</text></svg>`,
  )}`

/** Announces wallets: Amber refuses, Harbour never answers, Meadow connects and answers as the state says. */
function announce({ wallets = ['Amber Wallet', 'Harbour', 'Meadow'], answers = {}, chainId = '0x66eee', ...others }) {
  const known = {
    'Amber Wallet': ['example.amber', '#b45309', { eth_requestAccounts: refusal }],
    Harbour: ['example.harbour', '#0369a1', { eth_requestAccounts: silence }],
    Meadow: ['example.meadow', '#15803d', { personal_sign: refusal, eth_sendTransaction: silence, ...answers }],
    'A wallet whose name is longer than any narrow screen can show': ['example.long', '#6d28d9', {}],
    'Broken Wallet': ['example.broken', '#be123c', { eth_requestAccounts: () => ['nonsense'] }],
    Prism: ['example.prism', '#7c3aed', {}],
  }
  const details = wallets.map((name, index) => {
    const [rdns, colour, own] = known[name]
    const usual = {
      eth_requestAccounts: () => [shownAccount()],
      eth_accounts: () => [],
      eth_chainId: () => chainId,
      wallet_switchEthereumChain: refusal,
      ...own,
    }
    const request = async ({ method, params }) => {
      if (!usual[method]) throw Object.assign(new Error(`No such method: ${method}`), { code: 4200 })
      return usual[method](params)
    }
    const info = { uuid: `350670db-19fa-4704-a166-e52e178b59d${index}`, name, rdns, icon: tile(colour, name[0]) }
    return Object.freeze({ info, provider: { request, on() {}, removeListener() {} } })
  })
  const tell = () => {
    for (const detail of details) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
  if (others.solana) registerSolana(others.solana, others.solanaChains)
  if (others.bitcoin) registerBitcoin(others.bitcoin)
  if (others.polkadot) injectPolkadot(others.polkadot)
}

/** A Wallet Standard wallet that connects, and never answers anything else. */
function registerSolana(name, chains = ['solana:devnet', 'solana:mainnet', 'solana:localnet']) {
  const account = { address: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96', publicKey: new Uint8Array(32), chains, features: [] }
  registerStandard(name, '#7c3aed', chains, {
    'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
    'solana:signTransaction': { version: '1.0.0', signTransaction: silence, supportedTransactionVersions: ['legacy', 0] },
    'solana:signMessage': { version: '1.0.0', signMessage: silence },
  })
}

/** The same on Bitcoin's test network, with an address to pay to and one for inscriptions. */
function registerBitcoin(name) {
  const chains = ['bitcoin:testnet']
  const accounts = [
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'payment'],
    ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'ordinals'],
  ].map(([address, purpose]) => ({ address, purpose, publicKey: new Uint8Array(33), chains, features: [] }))
  registerStandard(name, '#b45309', chains, {
    'bitcoin:connect': { version: '1.0.0', connect: async () => ({ accounts }) },
    'bitcoin:signMessage': { version: '1.0.0', signMessage: silence },
  })
}

function registerStandard(name, colour, chains, features) {
  const icon = tile(colour, name[0]).replace('data:image/svg+xml,', 'data:image/svg+xml;utf8,')
  const events = { 'standard:events': { version: '1.0.0', on: () => () => {} } }
  const wallet = Object.freeze({ version: '1.0.0', name, icon, chains, features: { ...events, ...features }, accounts: [] })
  const register = ({ register }) => register(wallet)
  window.addEventListener('wallet-standard:app-ready', ({ detail }) => register(detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}

/** An extension for Substrate chains that connects, and never answers anything else. */
function injectPolkadot(name) {
  const accounts = [{ address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', name: 'Ada', type: 'sr25519' }]
  const enable = async () => ({
    accounts: { get: async () => accounts, subscribe: () => () => {} },
    signer: { signRaw: silence },
  })
  window.injectedWeb3 = { [name]: { version: '1.0.0', icon: tile('#be123c', name[0]), enable } }
}
