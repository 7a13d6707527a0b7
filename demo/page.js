const modal = document.querySelector('wallet-modal')
const LINES = 50
const byId = (id) => document.getElementById(id)
// Every event bubbles: one listener on the document hears them all.
const events = [
  ...['ready', 'before-connect', 'connected', 'disconnected', 'account-changed', 'network-changed', 'signed-in', 'signed-out'],
  ...['login', 'logout', 'before-transaction', 'transaction', 'open', 'close', 'close-request', 'view-changed', 'error'],
]
for (const name of events) {
  document.addEventListener(`wallet-${name}`, ({ type, detail }) => {
    const line = document.createElement('li')
    const title = document.createElement('b')
    title.textContent = type
    line.append(title, ` ${JSON.stringify(detail, leaveOut)}`)
    byId('log').prepend(line)
    byId('log').children[LINES]?.remove()
  })
}

// An icon is a long data URI, and a cause may be anything.
function leaveOut(key, value) {
  if (key === 'icon' || key === 'cause') return undefined
  return typeof value === 'bigint' ? String(value) : value
}

on('sign', 'submit', () => modal.signMessage(byId('message').value))
on('switch', 'submit', () => modal.switchNetwork(byId('network').value))
on('show', 'click', () => modal.show())
on('networks', 'click', () => modal.show({ view: 'Networks' }))
on('disconnect', 'click', () => modal.disconnect())

function on(id, event, work) {
  byId(id).addEventListener(event, async (e) => {
    e.preventDefault()
    try {
      const result = await work()
      byId('result').textContent = result === undefined ? 'Done' : String(result)
    } catch (error) {
      byId('result').textContent = `${error.code}: ${error.message}`
    }
  })
}

const { chains } = await (await fetch('/config.json')).json()
byId('network').append(...chains.map(({ chainId, name }) => new Option(name, `eip155:${chainId}`)))
