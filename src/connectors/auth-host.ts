import { forHost } from '../lib/for-host'
import { frameMethod, methodClass } from './auth-methods'
import { withEvents } from './provider-events'
import type { Connection, Provider } from './types'

/** Of what a person was asked the frame's words are for the screen; of what only reads they are a node's, and name nobody. */
const quiet = (provider: Provider): Provider => ({
  request: (asked) =>
    provider.request(asked).catch((cause) => {
      throw methodClass(frameMethod(asked.method)) === 'safe' ? cause : forHost(cause)
    }),
})

/** What hosts hold of the embedded wallet on Ethereum's chains. */
export const hostWallet = (provider: Provider, current: () => Connection | undefined) => withEvents(quiet(provider), current)
