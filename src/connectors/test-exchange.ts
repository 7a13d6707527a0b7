import '../lib/embedded-errors'
import '../lib/later-errors'
import { createExchange } from './auth-exchange'

export const ORIGIN = 'https://secure.example'
export const frame = { name: 'the frame' }
export const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const USER = { email: 'a@b.co', address: ADDRESS, chainId: 1 }

export type Message = { type: string; id: string; payload?: unknown }

/** An exchange with a frame that records what is posted and answers by the test. */
export function setUp(onDead = () => {}, onHeight: (height: number) => void = () => {}) {
  const posted: Message[] = []
  const exchange = createExchange(
    {
      post: (message) => void posted.push(message),
      isFrom: ({ source, origin }) => source === frame && origin === ORIGIN,
    },
    { onDead, onHeight, onAnew: () => {} },
  )
  const hear = (data: unknown) => exchange.hear({ source: frame, origin: ORIGIN, data })
  const ready = () => hear({ type: '@w3m-frame/READY', payload: { version: '4' } })
  return { exchange, posted, hear, ready }
}
