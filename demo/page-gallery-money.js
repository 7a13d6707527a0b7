// States of the gallery: sending, swapping and buying.
import { connected, group, opened, SOMEBODY } from './page-gallery-steps.js'
import { refusal } from './page-gallery-world.js'

const ALIKE = '0x5aae0000000000000000000000000000000beaed'
const payee = { namespace: 'eip155', address: SOMEBODY, at: Date.UTC(2026, 0, 5), count: 3 }

/** The same balances with a second Demo Dollar, of another contract. */
const twice = ({ balances }) => {
  const real = balances.find(({ symbol }) => symbol === 'DUSD')
  return { balances: [...balances, { ...real, address: `${real.chainId}:${SOMEBODY}` }] }
}

const filled = async ({ type, see }, amount = '0.25', to = SOMEBODY) => {
  await type('Amount', amount)
  await type('Receiver', to)
  await see(/Never used before|Sent here|different|contract|You are/)
}

const reviewed = async (visitor) => {
  await filled(visitor)
  await visitor.press('Review')
  await visitor.see('Never used before').catch(() => {})
  await visitor.find('.review-stack')
}

const quotedFor = (amount) => ({
  open: async (visitor) => {
    await visitor.connect()
    await visitor.show('Swap', { swap: { fromToken: 'ETH', toToken: 'DUSD', amount } })
    await visitor.see('You get at least')
  },
})

const quoted = quotedFor('0.5')

const swapReviewed = async (visitor) => {
  await quoted.open(visitor)
  await visitor.press('Review swap')
  await visitor.find('.review-stack')
}

const bought = async (visitor) => {
  await visitor.connect()
  await visitor.show('OnRamp')
  await visitor.press('$250')
  await visitor.see('Continue to')
}

export const money = [
  ...group('send', [
    { name: 'send', title: 'Send', stored: { payees: [payee] }, ...connected('Send', ({ find }) => find('.receiver-recent')) },
    { name: 'send-filled', title: 'Send, filled in', ...connected('Send', filled) },
    { name: 'send-too-much', title: 'Send, too much', ...connected('Send', (visitor) => filled(visitor, '123456789.5')) },
    {
      name: 'send-nobody',
      title: 'Send, not an address',
      ...connected('Send', async ({ type, find }) => {
        await type('Amount', '1')
        await type('Receiver', '0x1234')
        await find('[aria-invalid="true"]')
      }),
    },
    {
      name: 'send-look-alike',
      title: 'Send, a look-alike',
      stored: { payees: [payee] },
      ...connected('Send', async ({ type, find }) => {
        await type('Amount', '1')
        await type('Receiver', ALIKE)
        await find('[type="checkbox"]')
      }),
    },
    { name: 'send-not-connected', title: 'Send, not connected', ...opened('Send') },
    {
      name: 'send-token',
      title: 'Send, which token',
      ...connected('Send', async ({ press, see }) => {
        await press('Token: ')
        await see('DUSD')
      }),
    },
    {
      name: 'send-token-alike',
      title: 'Send, two tokens of one symbol',
      faults: [['/balance', twice]],
      ...connected('Send', async ({ press, see }) => {
        await press('Token: ')
        await see(/0x5aae/i)
      }),
    },
    {
      name: 'send-token-failed',
      title: 'Send, tokens unavailable',
      faults: [['/balance', 'fail']],
      ...connected('Send', async ({ press, see }) => {
        await press('Token: ')
        await see('Token Balance Unavailable')
      }),
    },
    { name: 'send-review', title: 'Send, review', ...connected('Send', reviewed) },
    {
      name: 'send-confirming',
      title: 'Send, in the wallet',
      ...connected('Send', async (visitor) => {
        await reviewed(visitor)
        await visitor.press(/^Send /)
        await visitor.see('Confirm in Meadow')
      }),
    },
    {
      name: 'send-declined',
      title: 'Send, declined',
      answers: { eth_sendTransaction: refusal },
      ...connected('Send', async (visitor) => {
        await reviewed(visitor)
        await visitor.press(/^Send /)
        await visitor.find('.note')
      }),
    },
  ]),
  ...group('trade', [
    { name: 'swap', title: 'Swap', ...connected('Swap', ({ see }) => see('You pay')) },
    { name: 'swap-quoted', title: 'Swap, with its price', ...quoted },
    { name: 'swap-at-a-loss', title: 'Swap, too much for the pool', ...quotedFor('900') },
    {
      name: 'swap-slippage',
      title: 'Swap, slippage',
      open: async (visitor) => {
        await quoted.open(visitor)
        await visitor.press('Slippage limit')
      },
    },
    {
      name: 'swap-token',
      title: 'Swap, which token',
      open: async (visitor) => {
        await quoted.open(visitor)
        await visitor.press(/^Token: DUSD/)
        await visitor.find('[type="search"]')
      },
    },
    { name: 'swap-review', title: 'Swap, review', open: swapReviewed },
    {
      name: 'swap-confirming',
      title: 'Swap, in the wallet',
      open: async (visitor) => {
        await swapReviewed(visitor)
        await visitor.press(/^Swap 0.5/)
        await visitor.see('Confirm in Meadow')
      },
    },
    {
      name: 'swap-unsupported',
      title: 'Swap, not on this network',
      faults: [['/convert/tokens', 'fail']],
      ...connected('Swap', ({ see }) => see(/traded|could not be read/)),
    },
    { name: 'buy', title: 'Buy', ...connected('OnRamp', ({ see }) => see('Pay with')) },
    { name: 'buy-quoted', title: 'Buy, with its price', open: bought },
    {
      name: 'buy-seller',
      title: 'Buy, from another seller',
      open: async (visitor) => {
        await bought(visitor)
        await visitor.press(/Demo Bank/)
        await visitor.see('Continue to')
      },
    },
    {
      name: 'buy-too-little',
      title: 'Buy, too little',
      ...connected('OnRamp', async ({ type, see }) => {
        await type('Amount in USD', '5')
        await see('At least')
      }),
    },
    {
      name: 'buy-unavailable',
      title: 'Buy, not available',
      faults: [
        ['/generators/onrampurl', 'fail'],
        ['/onramp/multi/quotes', 'fail'],
      ],
      ...connected('OnRamp', ({ see }) => see('Buying is not available')),
    },
    {
      name: 'buy-progress',
      title: 'Buy, in progress',
      open: async (visitor) => {
        await bought(visitor)
        await visitor.press('Continue to')
        await visitor.see('Buy in progress')
      },
    },
    { name: 'buy-late', title: 'Buy, nothing arrived', ...connected('BuyProgress', ({ see }) => see('Nothing has arrived yet')) },
  ]),
]
