import { expect, test, vi } from 'vitest'
import { ALICE, connected, networks, relay } from '../../.ci/walletkit-world'
import { memoryStorage } from './test-storage'
import type { Connector } from './types'

/** What another tab of the site has: a module, and with it a client, of its own. */
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

test('a tab that has asked for a code before finds what another one has connected since', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  const { connector, close } = await otherTab()
  const codes = new Promise((resolve) => connector.on(({ type }) => type === 'pairing' && resolve(type)))
  const controller = new AbortController()
  const given = expect(connector.connect({ networks, signal: controller.signal })).rejects.toMatchObject({ code: 'ABORTED' })
  await codes
  controller.abort()
  await given
  const { connection } = await connected()
  const [found] = await connector.restore({ networks, signal: new AbortController().signal })
  expect(found?.accounts).toEqual(connection.accounts)
  expect(await found?.provider.request({ method: 'eth_accounts' })).toEqual([ALICE])
  await close()
})
