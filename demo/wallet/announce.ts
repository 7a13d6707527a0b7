// A page that includes this script finds a wallet named "Demo Wallet" by EIP-6963. It asks in its own panel.
import { DEMO_WALLET_RDNS } from '../stack/networks'
import { createBitcoin } from './bitcoin'
import { loadConfig } from './config'
import { describe } from './describe'
import { injectPolkadot } from './injected-web3'
import { ask } from './panel'
import { createPolkadot } from './polkadot'
import { RequestError, type WalletRequest } from './request'
import { createSolana } from './solana'
import { registerBitcoin } from './standard-bitcoin'
import { registerSolana } from './standard-solana'
import { createWallet, METHODS } from './wallet'

const KEY = 'demo-wallet-announced'
const CONNECTED = `${KEY}-connected`
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#5b3fb8"/><path d="M10 15h20v13H10z" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/><path d="M13 15l12-5v5" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/><circle cx="25" cy="21.5" r="2" fill="#fff"/></svg>'
const ICON = `data:image/svg+xml;base64,${btoa(PICTURE)}` as const

type Listener = (value: unknown) => void

const configured = loadConfig(import.meta.url)
const started = configured.then((config) => createWallet(config, KEY))
const listeners = new Map<string, Set<Listener>>()
const emit = (event: string, value: unknown) => {
  for (const listener of listeners.get(event) ?? []) listener(value)
}
const hex = (number: number) => `0x${number.toString(16)}`
const isConnected = () => localStorage.getItem(CONNECTED) === 'yes'
let asking = false

// One question at a time; other requests are refused while it is open.
async function consent(question: Parameters<typeof ask>[0]) {
  if (asking) throw new RequestError(-32002, 'A request is already open in the wallet.')
  asking = true
  try {
    if (!(await ask(question))) throw new RequestError(4001, 'User rejected the request.')
  } finally {
    asking = false
  }
}

async function connect() {
  const wallet = await started
  if (!isConnected()) {
    const choices = wallet.accounts.map(({ address }) => address)
    const question = { title: 'Connect this site', lines: [['Site', location.origin] as const] }
    await consent({ question, choices, chosen: choices.indexOf(wallet.account.address), onChoose: wallet.switchAccount })
    localStorage.setItem(CONNECTED, 'yes')
    emit('accountsChanged', [wallet.account.address])
  }
  return [wallet.account.address]
}

async function request({ method, params }: WalletRequest): Promise<unknown> {
  const wallet = await started
  switch (method) {
    case 'eth_requestAccounts':
      return connect()
    case 'eth_accounts':
      return isConnected() ? [wallet.account.address] : []
    case 'eth_chainId':
      return hex(wallet.chainId)
    case 'net_version':
      return String(wallet.chainId)
    case 'wallet_requestPermissions':
      await connect()
      return [{ parentCapability: 'eth_accounts' }]
    case 'wallet_getPermissions':
      return isConnected() ? [{ parentCapability: 'eth_accounts' }] : []
    case 'wallet_revokePermissions':
      localStorage.removeItem(CONNECTED)
      emit('accountsChanged', [])
      return null
  }
  if (!METHODS.includes(method)) return read({ method, params })
  if (!isConnected()) throw new RequestError(4100, 'Connect first: the site has no account of this wallet.')
  const before = wallet.chainId
  // Switching to the current chain or to an unknown one asks nobody.
  const question = describe({ method, params }, wallet, before)
  if (!isIdleSwitch({ method, params }, before, wallet)) await consent({ question })
  const result = await wallet.perform({ method, params })
  if (wallet.chainId !== before) emit('chainChanged', hex(wallet.chainId))
  return result
}

function isIdleSwitch({ method, params }: WalletRequest, current: number, wallet: Awaited<typeof started>) {
  if (method !== 'wallet_switchEthereumChain') return false
  const [param] = Array.isArray(params) ? params : []
  const wanted = Number(param?.chainId)
  return wanted === current || !wallet.chainOf(wanted)
}

// All other requests go to the chain.
async function read(request: WalletRequest): Promise<unknown> {
  const wallet = await started
  const chain = wallet.chainOf(wallet.chainId)
  if (!/^(eth|net|web3)_/.test(request.method) || !chain) throw new RequestError(4200, `The wallet cannot do ${request.method}`)
  const response = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: request.method, params: request.params ?? [] }),
  })
  const answer = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (answer.error) throw new RequestError(answer.error.code, answer.error.message)
  return answer.result
}

const provider = Object.freeze({
  isDemoWallet: true,
  request,
  on(event: string, listener: Listener) {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  },
  removeListener(event: string, listener: Listener) {
    listeners.get(event)?.delete(listener)
  },
})
const withSolana = Promise.all([configured, started]).then(async ([config, wallet]) => {
  const solana = await createSolana(config, () => wallet.index)
  return { solana, index: () => wallet.index, switchAccount: wallet.switchAccount, onChange: wallet.onChange }
})
const withOthers = Promise.all([started, withSolana]).then(async ([wallet, { solana }]) => ({
  bitcoin: await createBitcoin(() => wallet.index),
  polkadot: createPolkadot(solana),
  onChange: wallet.onChange,
}))
registerSolana(withSolana, { icon: ICON, key: `${CONNECTED}-solana`, consent })
registerBitcoin(withOthers, { icon: ICON, key: `${CONNECTED}-bitcoin`, consent })
injectPolkadot(withOthers, { key: `${CONNECTED}-polkadot`, consent })
const info = Object.freeze({ uuid: crypto.randomUUID(), name: 'Demo Wallet', icon: ICON, rdns: DEMO_WALLET_RDNS })
const announce = () =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
window.addEventListener('eip6963:requestProvider', announce)
announce()
