import type { CaipNetworkId } from '../lib/caip'
import type { Network } from '../lib/network'
import type { Social } from '../lib/social'
import { store } from './store'

/** Deployment mode: the networks used when none are given (specification §4). */
type Mode = 'localhost' | 'testnet' | 'production'
type ConnectMethod = 'wallet' | 'email' | 'social'

/** All features, which are offered unless the host names some. */
export const features = ['send', 'receive', 'swap', 'onramp', 'activity', 'nfts', 'names', 'sessions'] as const
/** What the account view can offer. */
export type Feature = (typeof features)[number]

/** The networks of each mode, the default one last. */
export const modes: Readonly<Record<Mode, readonly CaipNetworkId[]>> = {
  localhost: ['eip155:31337'],
  testnet: ['eip155:421614', 'eip155:97'],
  production: ['eip155:56', 'eip155:42161'],
}

const RELAY_URL = 'wss://relay.walletconnect.org'
const SECURE_SITE_URL = 'https://secure.walletconnect.org/sdk'

/** The referral address that means "no referrer" (DECISIONS 7). */
export const NO_REFERRAL = '0x0000000000000000000000000000000000000000'

/** Every attribute's value when it is absent. */
export const defaults = () => ({
  projectId: undefined as string | undefined,
  mode: 'production' as Mode,
  preset: undefined as 'login' | undefined,
  networks: undefined as CaipNetworkId[] | undefined,
  customNetworks: [] as Network[],
  defaultNetwork: undefined as CaipNetworkId | undefined,
  rpcUrl: {} as Record<CaipNetworkId, string | readonly string[]>,
  providerUrl: undefined as string | undefined,
  walletsUrl: undefined as string | undefined,
  relayUrl: RELAY_URL,
  secureSiteUrl: SECURE_SITE_URL,
  loginUrl: undefined as string | undefined,
  analyticsUrl: undefined as string | undefined,
  appName: undefined as string | undefined,
  appDescription: undefined as string | undefined,
  appUrl: undefined as string | undefined,
  appIcon: undefined as string | undefined,
  features: [...features] as Feature[],
  email: false,
  socials: [] as Social[],
  connectOrder: undefined as ConnectMethod[] | undefined,
  featuredWallets: [] as string[],
  includeWallets: [] as string[],
  excludeWallets: [] as string[],
  allWallets: 'show' as 'show' | 'hide' | 'mobile',
  accountType: 'eoa' as 'eoa' | 'smart-account',
  signInMode: 'off' as 'off' | 'optional' | 'required',
  /** The mode required by the host's own sign-in, used if `signInMode` is not given. */
  ownSignIn: undefined as 'optional' | 'required' | undefined,
  signInStatement: 'Login wallet',
  referral: NO_REFERRAL as string,
  nameZone: 'reown.id',
  wrongNetwork: 'prompt' as 'prompt' | 'badge' | 'ignore',
  reconnect: 'on' as 'on' | 'off',
  locale: undefined as string | undefined,
  termsUrl: undefined as string | undefined,
  privacyUrl: undefined as string | undefined,
  legalCheckbox: false,
  storagePrefix: 'wallet-modal',
  debug: false,
})

/** The page-wide configuration, from the attributes. */
export type Settings = ReturnType<typeof defaults>
/** A setting as a host gives it: lists may be readonly, ids any text, and `undefined` restores the default. */
export type GivenSetting<K extends keyof Settings> = AsRead<Settings[K]> | undefined
type AsRead<T> = T extends readonly (infer Each)[] ? readonly AsText<Each>[] : AsText<T>
/** The ids in a host's own settings are typed as text; they are parsed. */
type AsText<T> = T extends CaipNetworkId ? string : T

/** The first connected element's attributes, with the preset applied. */
export const config = store(() => ({
  ...defaults(),
  /** Ids of the app's networks: those given, else those of the mode. */
  get networkIds(): readonly CaipNetworkId[] {
    return this.networks?.length ? this.networks : modes[this.mode]
  },
  /** The active network on the first start. */
  get startNetwork(): CaipNetworkId {
    const wanted = this.defaultNetwork ?? modes[this.mode].at(-1)
    return this.networkIds.find((id) => id === wanted) ?? this.networkIds[0] ?? 'eip155:1'
  },
}))
