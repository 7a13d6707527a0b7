import { BITCOIN_NETWORK_ID, POLKADOT_NETWORK_ID, SOLANA_NETWORK_ID } from '../stack/networks'
import { createBitcoin, describeBitcoin } from './bitcoin'
import { button, card, make } from './card'
import { loadConfig } from './config'
import { describe } from './describe'
import { createPolkadot, describePolkadot } from './polkadot'
import { messageOf, type Pending, startSessions } from './sessions'
import { createSolana, describeSolana } from './solana'
import { createWallet } from './wallet'

const part = <T extends HTMLElement>(id: string, type: new () => T): T => {
  const element = document.getElementById(id)
  if (!(element instanceof type)) throw new Error(`The page has no #${id}`)
  return element
}
const form = part('pair', HTMLFormElement)
const uri = part('uri', HTMLInputElement)
const pendingSection = part('pending', HTMLElement)
const accountSelect = part('account', HTMLSelectElement)
const chainSelect = part('chain', HTMLSelectElement)
const status = part('status', HTMLElement)

const say = (text: string) => {
  status.textContent = text
}
// Runs what the person asked for, and shows the outcome.
const attempt = async (done: string, work: () => Promise<unknown>) => {
  try {
    await work()
    say(done)
  } catch (error) {
    say(`That did not work: ${messageOf(error)}`)
  }
  show()
}

const config = await loadConfig(location.href)
const wallet = createWallet(config, 'demo-wallet')
const solana = await createSolana(config, () => wallet.index)
const bitcoin = await createBitcoin(() => wallet.index)
const polkadot = createPolkadot(solana)
const sessions = await startSessions(config, { wallet, solana, bitcoin, polkadot }, () => show())
wallet.onChange(showAccount)

function show() {
  showPending()
  const rows = sessions.sessions().map(({ topic, peer }) => {
    const end = button('Disconnect', () => attempt(`Disconnected from ${peer.metadata.name}`, () => sessions.disconnect(topic)))
    return make('li', '', make('span', `${peer.metadata.name} (${peer.metadata.url})`), end)
  })
  part('sessions', HTMLElement).replaceChildren(...(rows.length ? rows : [make('li', 'None yet')]))
}

// Not with every message of an application: that would undo a choice the person is just making.
function showAccount() {
  part('address', HTMLElement).textContent = wallet.account.address
  accountSelect.replaceChildren(
    ...wallet.accounts.map(({ address }, i) => new Option(`${i} · ${address.slice(0, 6)}…${address.slice(-4)}`, String(i))),
  )
  accountSelect.value = String(wallet.accounts.indexOf(wallet.account))
  chainSelect.replaceChildren(...wallet.chains().map(({ chainId, name }) => new Option(`${name} (${chainId})`, String(chainId))))
  chainSelect.value = String(wallet.chainId)
}

let shown: string | undefined
function showPending() {
  const pending = sessions.pending()
  const key = pending && keyOf(pending)
  // An open question stays as it is: a click must not land on another one that takes its place.
  if (key === shown) return
  shown = key
  pendingSection.replaceChildren(...(pending ? [cardOf(pending)] : []))
}

const others: Readonly<Record<string, string>> = {
  [SOLANA_NETWORK_ID]: 'Solana Devnet',
  [BITCOIN_NETWORK_ID]: 'Bitcoin Testnet',
  [POLKADOT_NETWORK_ID]: 'Polkadot',
}

const keyOf = (pending: Pending) => `${pending.kind} ${pending.kind === 'proposal' ? pending.proposal.id : pending.request.id}`

function cardOf(pending: Pending): HTMLElement {
  const choices = {
    approve: () => attempt('Approved', () => sessions.approve(pending)),
    reject: () => attempt('Rejected', () => sessions.reject(pending)),
  }
  if (pending.kind === 'request') {
    const { request, chainId } = pending.request.params
    const [namespace, reference] = chainId.split(':')
    const other = { solana: describeSolana, bip122: describeBitcoin, polkadot: describePolkadot }[String(namespace)]
    const said = other ? other(request) : describe(request, wallet, Number(reference))
    return card(said, { from: pending.peer, raw: request.params, ...choices })
  }
  if (pending.kind === 'sign-in') {
    const { name, url } = pending.request.params.requester.metadata
    const lines = [['Site', url] as const, ['Account', wallet.account.address] as const, ['Message', pending.text] as const]
    return card({ title: 'Connect and sign in', lines }, { from: `${name} wants to connect`, ...choices })
  }
  const { proposer, requiredNamespaces, optionalNamespaces } = pending.proposal
  const { name, url, description } = proposer.metadata
  const asked = [requiredNamespaces, optionalNamespaces].flatMap((all) =>
    Object.values(all).flatMap(({ chains }) => chains ?? []),
  )
  const names = [...new Set(asked)].map((chain) => {
    const name = others[chain]
    if (name) return `${name} (${chain})`
    const known = wallet.chainOf(Number(chain.split(':')[1]))
    return chain.startsWith('eip155:') && known ? `${known.name} (${chain})` : `${chain}, which this wallet does not know`
  })
  const lines = [
    ['Site', url] as const,
    ['About', description] as const,
    ['Networks', names.join('\n')] as const,
    ['Account', wallet.account.address] as const,
  ]
  return card({ title: 'Connection request', lines }, { from: `${name} wants to connect`, ...choices })
}

const pair = (text: string) =>
  attempt('Paired. Waiting for the application', async () => {
    await sessions.pair(text.trim())
    uri.value = ''
  })
form.addEventListener('submit', (event) => {
  event.preventDefault()
  pair(uri.value)
})
part('switch-account', HTMLButtonElement).addEventListener('click', () =>
  attempt('Account switched', async () => {
    wallet.switchAccount(Number(accountSelect.value))
    await sessions.announceAccount()
  }),
)
part('switch-chain', HTMLButtonElement).addEventListener('click', () =>
  attempt('Chain switched', async () => {
    wallet.switchChain(Number(chainSelect.value))
    await sessions.announceChain()
  }),
)

show()
showAccount()
say('Ready')
const linked = new URL(location.href).searchParams.get('uri')
if (linked) {
  // A pairing is for one use: a reload must not try it again.
  history.replaceState(null, '', '/')
  pair(linked)
}
