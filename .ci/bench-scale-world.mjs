import { createServer as createHttp } from 'node:http'
import { connect, createServer } from 'node:net'
import { OWNER } from './bench-account-world.mjs'

/** How long TCP waits before it resends a lost packet, and which packets are lost: one in fifty, always the same ones. */
const RESEND_MS = 1000
const LOST = 50

/** Serves a list of `count` wallets, paged and searchable, like the wallet API. */
export async function startList(count) {
  const all = Array.from({ length: count }, (_, at) => ({ id: `wallet-${at}`, name: `Wallet ${at}`, chains: ['eip155:42161'] }))
  const server = createHttp((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'content-type': 'application/json',
    }
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end()
    if (pathname !== '/getWallets') return response.writeHead(404, headers).end()
    const search = (searchParams.get('search') ?? '').toLowerCase()
    const found = search ? all.filter(({ name }) => name.toLowerCase().includes(search)) : all
    const size = Number(searchParams.get('entries') ?? 40)
    const start = (Number(searchParams.get('page') ?? 1) - 1) * size
    response.writeHead(200, headers).end(JSON.stringify({ count: found.length, data: found.slice(start, start + size) }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://localhost:${server.address().port}/`, stop: () => server.close() }
}

/** Forwards bytes to a port; a lost packet holds up those behind it until it has been resent, as with TCP. */
export async function startLossy(port) {
  let packets = 0
  let lost = 0
  const pass = (from, to) => {
    let line = Promise.resolve()
    from.on('data', (data) => {
      const isLost = ++packets % LOST === 0
      if (isLost) lost++
      line = line.then(async () => {
        if (isLost) await new Promise((resolve) => setTimeout(resolve, RESEND_MS))
        if (!to.destroyed) to.write(data)
      })
    })
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }
  const open = new Set()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    open.add(near.on('close', () => open.delete(near)))
    const far = connect(port, 'localhost')
    pass(near, far)
    pass(far, near)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ws://localhost:${server.address().port}`,
    told: () => ({ packets, lost }),
    /** Ends all connections, and accepts no new ones until called with false. */
    cutOff: (now) => {
      isCut = now
      if (now) for (const socket of open) socket.destroy()
    },
    stop: () => server.close(),
  }
}

/** A WalletConnect wallet that returns the message as its signature; `hold` makes it wait until the returned function is called. */
export async function startSigner(relayUrl) {
  const [{ Core }, { SignClient }] = await Promise.all([import('@walletconnect/core'), import('@walletconnect/sign-client')])
  const quiet = { logger: 'silent', telemetryEnabled: false, storageOptions: { database: ':memory:' } }
  const core = await Core.init({ projectId: 'local', relayUrl, customStoragePrefix: crypto.randomUUID(), ...quiet })
  Object.assign(core.verify, { register: async () => '', resolve: async () => undefined })
  Object.assign(core.eventClient, { init: async () => {} })
  const metadata = { name: 'Signer', description: '', url: 'http://localhost', icons: [] }
  const client = await SignClient.init({ core, metadata, logger: 'silent' })
  const chains = ['eip155:42161']
  const eip155 = {
    chains,
    accounts: [`${chains[0]}:${OWNER}`],
    methods: ['personal_sign'],
    events: ['accountsChanged', 'chainChanged'],
  }
  client.on('session_proposal', ({ id }) => client.approve({ id, namespaces: { eip155 } }).catch(console.error))
  let held = Promise.resolve()
  let came = () => {}
  client.on('session_request', async ({ id, topic, params }) => {
    came()
    await held
    await client.respond({ topic, response: { id, jsonrpc: '2.0', result: params.request.params[0] } })
  })
  return {
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    /** Resolves when a signature is requested. */
    asked: () =>
      new Promise((resolve) => {
        came = resolve
      }),
    pair: (uri) => core.pairing.pair({ uri }),
    stop: () => core.relayer.transportClose().then(() => core.heartbeat.stop()),
  }
}
