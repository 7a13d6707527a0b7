import { config, defaults, features, type Settings } from '../state/config'

/** Wallets that the login preset never offers (specification §1). */
const COINBASE = [
  'com.coinbase.wallet',
  'coinbaseWallet',
  'coinbaseWalletSDK',
  'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
]

/** What a preset sets, whatever the attributes say. */
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

/** Replaces the page's configuration: defaults, overridden by what was given, overridden by the preset. */
export function configure(given: Partial<Settings>): void {
  const preset = given.preset ? presets[given.preset](given) : {}
  // A login backend, or the host's own sign-in, turns sign-in on.
  const signInMode = given.ownSignIn ?? (given.loginUrl && 'required')
  Object.assign(config, defaults(), signInMode && { signInMode }, given, preset)
  const own = config.customNetworks.map(({ caipNetworkId }) => caipNetworkId)
  if (own.length) config.networks = [...new Set([...(given.networks ?? []), ...own])]
}
