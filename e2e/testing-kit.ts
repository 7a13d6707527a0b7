import type * as Kit from '../src/testing/index'

// The built kit, as a host's own tests have it.
const built: typeof Kit = await import(new URL('../dist/testing/node.js', import.meta.url).href)

export const { approve, connectWith, expectConnected, installWallet, reject, walletConnectWallet } = built
