// A dApp's own page: the element says who is logged in, and its `loginFetch` talks to the backend.
const modal = document.querySelector('wallet-modal')
const byId = (id) => document.getElementById(id)
const { login } = await (await fetch('/config.json')).json()

document.addEventListener('wallet-login', ({ detail: { user, operator, assists = [] } }) => {
  byId('user').textContent = `${user.address} on ${user.chain} (${user.id})`
  byId('referral').textContent = user.ref ?? 'nobody'
  byId('support').hidden = !operator
  // The element's banner covers the top of the page.
  document.body.classList.toggle('viewed', Boolean(operator))
  if (operator) byId('support').textContent = `Viewing as ${user.address} – read only`
  byId('views').replaceChildren(
    ...assists.map(({ operator, reason, at }) => {
      const line = document.createElement('li')
      line.textContent = `${new Date(at).toLocaleString()}: ${operator} – ${reason}`
      return line
    }),
  )
})
document.addEventListener('wallet-logout', () => {
  byId('user').textContent = 'Nobody is logged in'
  byId('referral').textContent = 'nobody'
  byId('support').hidden = true
  byId('views').replaceChildren()
  document.body.classList.remove('viewed')
})
document.addEventListener('wallet-error', ({ detail }) => {
  byId('result').textContent = `${detail.code}: ${detail.message}`
})

on('me', 'click', async () => JSON.stringify(await json(`${login}api/me`)))
on('read', 'click', async () => (await json(`${login}api/note`)).text || 'There is no note')
on('note', 'submit', async () => `Saved: ${(await json(`${login}api/note`, { method: 'PUT', body: byId('text').value })).text}`)
on('logout', 'click', async () => {
  await modal.disconnect()
  if (byId('all').checked) clearPage()
})
on('assist', 'submit', () => modal.assist({ target: byId('target').value, reason: byId('reason').value }))

// The element clears its own keys; what it keeps may be a log-out that the backend still has to hear of.
function clearPage() {
  for (const area of [localStorage, sessionStorage])
    for (const key of Object.keys(area)) if (!key.startsWith('wallet-modal:')) area.removeItem(key)
}

async function json(url, init) {
  const response = await modal.loginFetch(url, init)
  const body = await response.json()
  if (!response.ok) throw Object.assign(new Error(body.title), { code: body.code })
  return body
}

function on(id, event, work) {
  byId(id).addEventListener(event, async (e) => {
    e.preventDefault()
    try {
      const result = await work()
      byId('result').textContent = typeof result === 'string' ? result : 'Done'
    } catch (error) {
      byId('result').textContent = `${error.code}: ${error.message}`
    }
  })
}
