import { expect, test, vi } from 'vitest'
import {
  ALICE,
  answer,
  approval,
  both,
  configure,
  connected,
  connector,
  events,
  networks,
  next,
  proposal,
  relay,
  wallet,
} from '../../.ci/walletkit-world'
import { memoryStorage } from './test-storage'
import type { Connector } from './types'

/** Another tab of the site: its own module instance, and with it its own client. */
async function otherTab() {
  vi.resetModules()
  const { closeWalletConnect, configureWalletConnect, discover } = await import('./wallet-connect')
  const tab = { connector: undefined as Connector | undefined }
  const metadata = { name: 'App', description: '', url: 'https://app.test', icons: [] }
  configureWalletConnect({ projectId: 'test', relayUrl: relay.url, metadata, storagePrefix: 'test' })
  discover((each) => {
    tab.connector = each
  })
  return { connector: tab.connector as Connector, close: closeWalletConnect }
}

const request = () => ({ networks, signal: new AbortController().signal })

test('a tab that showed a QR code before finds what another one has connected since', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const { connector: other, close } = await otherTab()
  const codes = new Promise((resolve) => other.on(({ type }) => type === 'pairing' && resolve(type)))
  const controller = new AbortController()
  const given = expect(other.connect({ networks, signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  await codes
  controller.abort()
  await given
  const { connection } = await connected()
  const [found] = await other.restore(request())
  expect(found?.accounts).toEqual(connection.accounts)
  expect(await found?.provider.request({ method: 'eth_accounts' })).toEqual([ALICE])
  await close()
})

test('a tab whose session was replaced in another one, even for the same account, goes on with the new one, which is kept', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const first = await connected()
  const { connector: other, close } = await otherTab()
  const uri = new Promise<string>((resolve) => other.on((event) => event.type === 'pairing' && resolve(event.uri)))
  expect(await other.restore(request())).toMatchObject([{ session: first.session.topic }])
  const connecting = other.connect(request())
  const proposed = proposal()
  const ended = new Promise((resolve) => wallet.once('session_delete', resolve))
  await wallet.pair({ uri: await uri })
  const { topic } = await wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(ALICE)) })
  const [made] = await connecting
  await ended
  expect(made).toMatchObject({ session: topic, accounts: first.connection.accounts })

  const [taken] = await connector.restore(request())
  expect(taken).toMatchObject({ session: topic, accounts: first.connection.accounts })
  void answer('0x5161')
  expect(await taken?.provider.request({ method: 'personal_sign', params: [] })).toBe('0x5161')
  expect(events.filter(({ type }) => type === 'disconnect')).toEqual([])
  await close()
  const { connector: reloaded, close: closeAgain } = await otherTab()
  expect(await reloaded.restore(request())).toMatchObject([{ session: topic }])
  await closeAgain()
})

test('asked for twice at once, as for two namespaces that another tab has connected, a session has one wallet', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  await connected()
  const { connector: other, close } = await otherTab()
  const [first, second] = await Promise.all([other.restore(request()), other.restore(request())])
  expect(await first[0]?.provider.request({ method: 'eth_accounts' })).toEqual([ALICE])
  expect(second[0]?.provider).toBe(first[0]?.provider)
  await close()
})

test.each([
  ['another project id', { projectId: 'other' }],
  ['another relay URL', () => ({ relayUrl: `${relay.url}/?other` })],
])('%s loses nothing: the session goes on with the new client, even if no code is scanned', async (_, more) => {
  vi.stubGlobal('localStorage', memoryStorage())
  const { session, connection } = await connected()
  configure(typeof more === 'function' ? more() : more)
  const changed = next('change')
  const controller = new AbortController()
  const given = expect(connector.connect({ networks, signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  const { connections } = await changed
  controller.abort()
  await given
  expect(connections).toMatchObject([{ session: session.topic, accounts: connection.accounts }])
  void answer('0x5161')
  expect(await connections[0]?.provider.request({ method: 'personal_sign', params: [] })).toBe('0x5161')
  expect(events.filter(({ type }) => type === 'disconnect')).toEqual([])
})

test('error: a session that the new configuration lacks is reported as ended', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  await connected()
  configure({ storagePrefix: 'elsewhere' })
  const ended = next('disconnect')
  expect(await connector.restore(request())).toEqual([])
  expect(await ended).toEqual({ type: 'disconnect', reason: 'error' })
})
