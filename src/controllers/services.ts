import { configureApi, sdkVersion } from '../api/settings'
import { walletConnect } from '../connectors'
import { namespacesOf } from '../lib/caip'
import { setStoragePrefix } from '../lib/storage'
import { publicVersion } from '../lib/version'
import { WALLET_CONNECT } from '../lib/wallet'
import { whenLoaded } from '../lib/when-loaded'
import { config } from '../state/config'
import { connectors } from '../state/connectors'
import { appInfo } from './app-info'
import { onChange } from './on-change'
import type { readChain } from './rpc'
import { onSignClient, ownSignClient } from './sign-client'

/** Configures storage, the provider API and WalletConnect, now and whenever the configuration changes. Returns its stop. */
export function configureServices(load = walletConnect): () => void {
  const apply = () => applyAll(load)
  apply()
  // Where its code did not load, WalletConnect is offered once it has.
  const isOffered = () => connectors.list.some(({ id }) => id === WALLET_CONNECT)
  const stops = [onChange([config], told, apply), onSignClient(apply), onChange([connectors], isOffered, apply)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The members that `apply` reads, as text to compare; to serialize the whole configuration would be slow. */
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

function applyAll(load: typeof walletConnect): void {
  const { projectId, providerUrl, walletsUrl, relayUrl, storagePrefix, networkIds } = config
  setStoragePrefix(storagePrefix)
  const namespaces = namespacesOf(networkIds)
  configureApi({ providerUrl, walletsUrl, projectId, sv: sdkVersion(namespaces, publicVersion) })
  const { name, description, url, icon } = appInfo()
  const metadata = { name, description, url, icons: icon ? [icon] : [] }
  const settings = { projectId, relayUrl, metadata, storagePrefix, signClient: ownSignClient(), rpc, oneClick }
  whenLoaded(load(), ({ configureWalletConnect }) => configureWalletConnect(settings))
}

const oneClick = async () => (config.signInMode === 'off' ? undefined : (await import('./one-click')).oneClick())

/** Reads that a WalletConnect wallet does not answer; the code for them loads with the first. */
const rpc = async (...call: Parameters<typeof readChain>) => (await import('./rpc')).readChain(...call)
