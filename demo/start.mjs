// npm start: installs and builds what is missing, starts the local stack, and prints its URLs.
// PORT: the demo page's port; the others follow it if they are free. STATE: a folder that stores the chains.
import { portFromEnvironment, prepare, start, stopAtEnd } from './prepare.mjs'

const port = portFromEnvironment(4200)
if (!(await prepare())) {
  console.error('The demo cannot start; what went wrong is above.')
  process.exit(1)
}
// The same ports each time, so that pages find their stored data again.
const chains = ['eip155:31337', 'eip155:56', 'eip155:97', 'eip155:42161', 'eip155:421614']
const following = ['wallet', 'relay', 'provider', 'login', ...chains]
// Solana also takes the next port.
following.push('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
const ports = port ? Object.fromEntries(following.map((name, i) => [name, port + 1 + i])) : {}
try {
  const starting = start({ port, ports, state: process.env.STATE })
  stopAtEnd(async () => (await starting).stop())
  const { urls } = await starting
  console.log(`
  Demo page       ${urls.demo}
  Plain HTML      ${urls.host}
  Playground      ${urls.demo}playground.html
  Docs            ${urls.demo}docs/
  Every view      ${urls.demo}gallery.html
  A dApp          ${urls.dapp}   logs in to its own backend
  Wallet          ${urls.wallet}   open it in a second tab, paste the link of the QR code
  Inbox           ${urls.mail}   where the codes of an e-mail login arrive

  Relay           ${urls.relay}
  Provider API    ${urls.provider}
  Login backend   ${urls.login}
  Chains          ${Object.entries(urls.rpc)
    .map(([id, url]) => `${id}  ${url}`)
    .join('\n                  ')}

  Ctrl-C stops all of it.
`)
} catch (error) {
  console.error(/^(PortTaken|NoOrigin)$/.test(error.name) ? error.message : error)
  process.exit(1)
}
