import { type CaipNetworkId, chainIdOf } from '../lib/caip'
import type { Exchange } from './auth-exchange'
import type { Answer, AppEvent } from './auth-messages'

/** What may take the frame to another chain; one that begins anew is on a chain of its own choice. */
const moves: readonly AppEvent[] = ['SWITCH_NETWORK', 'GET_USER', 'RELOAD']

/** EVM chains by number, others by their CAIP-2 id. */
export const frameChain = (id: CaipNetworkId) => (id.startsWith('eip155:') ? chainIdOf(id) : id)

/** Whether an answer of the frame names this network: by number or by CAIP-2 id. */
export const isThere = (networkId: CaipNetworkId, { chainId }: Answer<'GET_CHAIN_ID'>): boolean =>
  [String(frameChain(networkId)), networkId].includes(String(chainId))

/** Follows on which chain the frame stands, by the answers to what is asked here. */
export function followChain({ ask }: Pick<Exchange, 'ask'>) {
  let newest = 0
  let last: Answer<'GET_CHAIN_ID'> | undefined
  const lose = () => {
    last = undefined
    return ++newest
  }
  const followed: Exchange['ask'] = (name, ...rest) => {
    if (!moves.includes(name)) return ask(name, ...rest)
    const own = lose()
    return ask(name, ...rest).then((answer) => {
      if (own === newest && name !== 'RELOAD') last = answer as Answer<'SWITCH_NETWORK'>
      return answer
    })
  }
  return {
    ask: followed,
    /** The frame has begun anew. */
    lose,
    /** Whether it is on this network for sure: not while it may be moving, nor after a move that it did not complete. */
    isOn: (networkId: CaipNetworkId): boolean => last !== undefined && isThere(networkId, last),
  }
}
