import type * as Kit from '../src/testing/index'

// The built testing kit, as in a host's own tests.
const built: typeof Kit = await import(new URL('../dist/testing/node.js', import.meta.url).href)

export const { approve, connectWith, expectConnected, installWallet, reject, walletConnectWallet } = built
