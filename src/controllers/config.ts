import { config, defaults, features, type Settings } from '../state/config'

/** Wallets that the login preset never offers (specification §1). */
const COINBASE = [
  'com.coinbase.wallet',
  'coinbaseWallet',
  'coinbaseWalletSDK',
  'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
]

/** What the login layer switches off and on, whatever the attributes say. */
const presets: Record<NonNullable<Settings['preset']>, (given: Partial<Settings>) => Partial<Settings>> = {
  login: (given) => ({
    signInMode: 'required',
    email: false,
    socials: [],
    features: (given.features ?? features).filter((each) => each !== 'onramp' && each !== 'swap'),
    analyticsUrl: undefined,
    excludeWallets: [...(given.excludeWallets ?? []), ...COINBASE],
  }),
}

/** Replaces the page's configuration: defaults, then what was given, then what the preset insists on. */
export function configure(given: Partial<Settings>): void {
  const preset = given.preset ? presets[given.preset](given) : {}
  // A backend that logs in is there to be used, and so is a way to sign in of the host's own.
  const signInMode = given.ownSignIn ?? (given.loginUrl && 'required')
  Object.assign(config, defaults(), signInMode && { signInMode }, given, preset)
  const own = config.customNetworks.map(({ caipNetworkId }) => caipNetworkId)
  if (own.length) config.networks = [...new Set([...(given.networks ?? []), ...own])]
}
