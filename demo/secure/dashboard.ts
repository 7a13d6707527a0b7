import './page.css'
import { privateKeyToAccount } from 'viem/accounts'
import { fromBase58, toBase58 } from '../../src/lib/base58'
import { element } from './element'
import { keysOf } from './keys'
import { post, type SignedIn, session } from './server'
import { solanaKey } from './solana-key'

// Page on which a person exports their keys to another wallet. Never in a frame: the server forbids it.

type Exported = { readonly title: string; readonly address: string; readonly key: string }

const place = document.getElementById('dashboard') ?? document.body
const say = (...nodes: Node[]) => place.replaceChildren(element('h1', {}, 'Your wallet'), ...nodes)

/** Each account with its key in the form that other wallets import. */
async function accountsOf(person: string): Promise<readonly Exported[]> {
  const { evm, solana } = await keysOf(person)
  const { address } = await solanaKey(solana)
  return [
    { title: 'Ethereum and its networks', address: privateKeyToAccount(evm).address, key: evm },
    { title: 'Solana', address, key: toBase58(Uint8Array.from([...solana, ...(fromBase58(address) ?? [])])) },
  ]
}

function line(term: string, value: string): HTMLElement {
  const row = element('div')
  row.append(element('dt', {}, term), element('dd', {}, value))
  return row
}

function card({ title, address, key }: Exported): HTMLElement {
  const ticket = element('dl', { className: 'ticket' })
  ticket.append(line('Network', title), line('Address', address))
  const show = element('button', { type: 'button' }, 'Show the private key')
  show.setAttribute('aria-label', `Show the private key of ${title}`)
  show.onclick = () => {
    const text = element('pre', { tabIndex: 0 }, key)
    text.setAttribute('aria-label', `Private key of ${title}`)
    show.replaceWith(text)
    text.focus()
  }
  const section = element('section')
  section.append(ticket, show)
  return section
}

async function draw(): Promise<void> {
  const current = session()
  // Only the server knows whether a session is valid.
  const known = current && (await post<SignedIn['user']>('session'))
  if (!known) return say(element('p', {}, 'Nobody is signed in in this browser. Sign in on the site where you use this wallet.'))
  const note = element('div', { className: 'note' })
  note.setAttribute('role', 'note')
  note.append(
    element('strong', {}, 'Whoever has a key has everything'),
    element('span', {}, 'Import it into a wallet of your own, and connect with that one afterwards. Never give it to anybody.'),
  )
  say(element('p', { className: 'dim' }, known.email ?? known.name ?? ''), note, ...(await accountsOf(known.id)).map(card))
}

draw().catch((error: unknown) => say(element('p', {}, error instanceof Error ? error.message : 'Something went wrong')))
