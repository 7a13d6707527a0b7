// An app with an interface of its own; the package's name for this module is `wallet-modal/headless`.
import * as wallet from '/headless/index.js'

const byId = (id) => document.getElementById(id)
const config = await (await fetch('/config.json')).json()
const networks = Object.keys(config.rpc).filter((id) => id.startsWith('eip155:'))

wallet.start({
  projectId: config.projectId,
  networks,
  defaultNetwork: 'eip155:31337',
  rpcUrl: Object.fromEntries(networks.map((id) => [id, [config.rpc[id]]])),
  providerUrl: config.provider,
  walletsUrl: config.provider,
  relayUrl: config.relay,
  appName: 'Own list',
})

wallet.wallets.subscribe((list) => {
  const rows = list.map(({ id, name, icon }) => {
    const button = document.createElement('button')
    button.type = 'button'
    if (icon) button.append(Object.assign(document.createElement('img'), { src: icon, alt: '', width: 20, height: 20 }), ' ')
    button.append(name)
    button.addEventListener('click', () => show(wallet.connect({ wallet: id }).then(({ address }) => `Hello ${address}`)))
    const row = document.createElement('li')
    row.append(button)
    return row
  })
  byId('list').replaceChildren(...rows)
})

wallet.pairings.subscribe(({ status, uri }) => {
  byId('pairing').hidden = status !== 'ready'
  byId('pairing').querySelector('code').textContent = uri ?? ''
})

let follow = []
wallet.connection.subscribe(({ status, account, network, wrongNetwork }) => {
  byId('status').textContent = account ? `${account.address} on ${network}${wrongNetwork ? ' (not ours)' : ''}` : status
  if (account && follow.length === 0) follow = [wallet.followBalances(), wallet.followHistory()]
  if (!account) for (const stop of follow.splice(0)) stop()
})

wallet.balances.subscribe(({ native }) => {
  byId('balance').textContent = native.amount === undefined ? '' : `${native.amount} ${native.symbol}`
})

wallet.transactions.subscribe(({ list }) => {
  const lines = list.map(({ kind, hash }) => Object.assign(document.createElement('li'), { textContent: `${kind} ${hash}` }))
  byId('history').replaceChildren(...lines)
})

const show = (work) =>
  work.then(
    (text) => {
      byId('result').textContent = String(text)
    },
    ({ code, message }) => {
      byId('result').textContent = `${code}: ${message}`
    },
  )
const on = (id, work) => byId(id).addEventListener('click', () => show(work()))
on('sign', () => wallet.signMessage('hello'))
on('switch', () => wallet.switchNetwork('eip155:56').then(() => 'Switched'))
on('disconnect', () => wallet.disconnect().then(() => 'Disconnected'))
on('send', async () => {
  const { address } = wallet.connection.get().account
  const transfer = await wallet.prepareSend({ to: address, amount: '0.000000000000000001' })
  return transfer.send()
})
