import { withoutFrameText } from '../lib/without-frame-text'
import { frameMethod, methodClass } from './auth-methods'
import { type HostWallet, withEvents } from './provider-events'
import type { Connection, Provider } from './types'

/** Messages of requests that the visitor decides are for the screen only; those of reads come from a node and name nobody. */
const quiet = (provider: Provider): Provider => ({
  request: (asked) =>
    provider.request(asked).catch((cause) => {
      throw methodClass(frameMethod(asked.method)) === 'safe' ? cause : withoutFrameText(cause)
    }),
})

type Namespace = 'eip155' | 'solana'

/** What hosts get of the embedded wallet per namespace, as of any other wallet there. `changed` notifies their listeners. */
export function hostWallets(
  providers: Readonly<Record<Namespace, Provider>>,
  connectionIn: (namespace: Namespace) => Connection | undefined,
  standard = () => import('./wallet-connect-solana'),
) {
  const eip155 = withEvents(quiet(providers.eip155), () => connectionIn('eip155'))
  let solana: HostWallet | undefined
  const load = async () => {
    const { standardWallet } = await standard()
    solana ??= standardWallet(quiet(providers.solana), () => connectionIn('solana'))
  }
  return {
    /** `false` if its code does not load: the visitor can still connect, and no host gets the raw provider. */
    async of(namespace: Namespace): Promise<object | false> {
      if (namespace === 'eip155') return eip155.wallet
      await load().catch(() => {})
      return solana?.wallet ?? false
    },
    changed() {
      eip155.changed()
      solana?.changed()
    },
  }
}
