import { configureApi, sdkVersion } from '../api/settings'
import { walletConnect } from '../connectors'
import { namespacesOf } from '../lib/caip'
import { setStoragePrefix } from '../lib/storage'
import { publicVersion } from '../lib/version'
import { whenLoaded } from '../lib/when-loaded'
import { config } from '../state/config'
import { appInfo } from './app-info'
import { onChange } from './on-change'
import type { readChain } from './rpc'
import { onSignClient, ownSignClient } from './sign-client'

/** Tells storage, the provider API and WalletConnect what the configuration says, now and whenever it changes. Returns its stop. */
export function configureServices(): () => void {
  apply()
  const stops = [onChange([config], told, apply), onSignClient(apply)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** What is told, as text; the whole of the configuration takes longer to write out than to draw the first frame. */
const told = () => JSON.stringify(config, read)
const read: (keyof typeof config)[] = [
  'projectId',
  'providerUrl',
  'walletsUrl',
  'relayUrl',
  'storagePrefix',
  'networkIds',
  'appName',
  'appDescription',
  'appUrl',
  'appIcon',
]

function apply(): void {
  const { projectId, providerUrl, walletsUrl, relayUrl, storagePrefix, networkIds } = config
  setStoragePrefix(storagePrefix)
  const namespaces = namespacesOf(networkIds)
  configureApi({ providerUrl, walletsUrl, projectId, sv: sdkVersion(namespaces, publicVersion) })
  const { name, description, url, icon } = appInfo()
  const metadata = { name, description, url, icons: icon ? [icon] : [] }
  const settings = { projectId, relayUrl, metadata, storagePrefix, signClient: ownSignClient(), rpc, oneClick }
  whenLoaded(walletConnect(), ({ configureWalletConnect }) => configureWalletConnect(settings))
}

const oneClick = async () => (config.signInMode === 'off' ? undefined : (await import('./one-click')).oneClick())

/** Reads that a wallet leaves to us; the code that reads chains loads with the first of them. */
const rpc = async (...call: Parameters<typeof readChain>) => (await import('./rpc')).readChain(...call)
