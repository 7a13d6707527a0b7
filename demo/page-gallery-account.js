// States of the gallery: the account, its networks and its name.
import { connected, group, SOMEBODY } from './page-gallery-steps.js'
import { COLLECTOR, silence } from './page-gallery-world.js'

/** A local account that has a name. */
const ADA = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

const BITCOIN = 'bip122:000000000933ea01ad0ee984209779ba'
const POLKADOT = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

/** Opens a view with a wallet of another kind of chain, on the one network of the site. */
const elsewhere = (network, kind, wallet, view, selector) => ({
  wallets: [],
  [kind]: wallet,
  attributes: { networks: network, 'default-network': network },
  open: async ({ modal, show, find }) => {
    await modal.connect({ wallet: `${network.split(':')[0]}:${wallet}` })
    await show(view)
    await find(selector)
  },
})

/** A login backend that takes any signature, and shows the collector's account to whoever asks as support. */
function backend() {
  const chain = 'eip155:421614'
  const session = (id, address) => {
    const user = { id, address, chain, accountType: 'eoa', ref: null, createdAt: '2026-01-05T00:00:00Z' }
    return { accessToken: id, expiresIn: 900, user }
  }
  let own
  return {
    challenge: async ({ address, assist }) => {
      own = address
      const message = [
        `${location.host} wants you to sign in with your Ethereum account:`,
        ...[
          address,
          '',
          'Sign in to help.',
          '',
          `URI: ${location.origin}`,
          'Version: 1',
          'Chain ID: 421614',
          'Nonce: g4llery5tate',
        ],
        ...[`Issued At: ${new Date().toISOString()}`, 'Request ID: gallery'],
        ...(assist ? ['Resources:', `- urn:wm:assist:${assist}`] : []),
      ].join('\n')
      return { status: 'challenge', challengeId: 'gallery', message }
    },
    signIn: async () => ({ status: 'ok', ...session('support', own) }),
    assist: async () => ({ ...session('collector', COLLECTOR), act: { sub: own }, scope: 'read' }),
    refresh: () => Promise.reject(Object.assign(new Error('Nobody is logged in'), { status: 401 })),
    signOut: async () => {},
  }
}

const tokensThere = ({ find }) => find('.account-panel .list-row')
const named = (after) => connected('RegisterAccountName', after)

function tab(name, after) {
  return connected('Account', async (visitor) => {
    await visitor.press(name)
    await after(visitor)
  })
}

export const accounts = [
  ...group('account', [
    { name: 'account', title: 'Account', ...connected('Account', tokensThere) },
    {
      name: 'account-loading',
      title: 'Account, loading',
      faults: [
        ['/balance', 'hang'],
        ['eth_getBalance', 'hang'],
      ],
      ...connected('Account', ({ find }) => find('.skeleton, [class*="skeleton"]')),
    },
    {
      name: 'account-empty',
      title: 'Account, nothing in it',
      wallets: ['Meadow'],
      answers: { eth_requestAccounts: () => ['0x00000000000000000000000000000000000A11cE'] },
      ...connected('Account', ({ see }) => see(/Receive|0 ETH/)),
    },
    {
      name: 'account-failed',
      title: 'Account, balances unavailable',
      faults: [
        ['/balance', 'fail'],
        ['eth_getBalance', 'fail'],
      ],
      ...connected('Account', ({ see }) => see('Token Balance Unavailable')),
    },
    {
      name: 'account-offline',
      title: 'Account, no network',
      ...connected('Account', async ({ find, goOffline, see }) => {
        await find('.account-panel .list-row')
        goOffline()
        await see('You are offline')
      }),
    },
    {
      name: 'account-nfts',
      title: 'Account, collectibles',
      answers: { eth_requestAccounts: () => [COLLECTOR] },
      ...tab('NFTs', ({ see }) => see('Rosette')),
    },
    {
      name: 'account-no-nfts',
      title: 'Account, no collectibles',
      faults: [['/history', { data: [], next: null }]],
      ...tab('NFTs', ({ find }) => find('.account-empty')),
    },
    {
      name: 'account-nfts-failed',
      title: 'Account, collectibles unavailable',
      faults: [['/history', 'fail']],
      ...tab('NFTs', ({ find }) => find('.account-empty .button')),
    },
    { name: 'account-activity', title: 'Account, activity', ...tab('Activity', ({ find }) => find('.account-panel .list-row')) },
    {
      name: 'account-no-activity',
      title: 'Account, no activity',
      faults: [['/history', { data: [], next: null }]],
      ...tab('Activity', ({ find }) => find('.account-empty')),
    },
    {
      name: 'account-activity-failed',
      title: 'Account, activity unavailable',
      faults: [['/history', 'fail']],
      ...tab('Activity', ({ find }) => find('.account-empty')),
    },
    {
      name: 'account-watched',
      title: 'Account, watched',
      open: async ({ modal, show, see }) => {
        await modal.connect({ wallet: 'watch', address: COLLECTOR })
        await show('Account')
        await see('Watch only')
      },
    },
    {
      name: 'account-bitcoin',
      title: 'Account, on Bitcoin',
      ...elsewhere(BITCOIN, 'bitcoin', 'Quarry', 'Account', '.account-balance'),
    },
    {
      name: 'account-polkadot',
      title: 'Account, on Polkadot',
      ...elsewhere(POLKADOT, 'polkadot', 'talisman', 'Account', '.account-balance'),
    },
    {
      name: 'transaction',
      title: 'A transaction',
      ...tab('Activity', async ({ find, see }) => {
        const row = await find('.account-panel .list-row')
        ;(row.closest('button') ?? row.querySelector('button') ?? row).click()
        await see('Confirmed')
      }),
    },
    { name: 'your-account', title: 'Your account', ...connected('YourAccount') },
    {
      name: 'your-account-several',
      title: 'Your account, one of several',
      answers: { eth_requestAccounts: () => [ADA, SOMEBODY, COLLECTOR] },
      ...connected('Account', async ({ show, see, find }) => {
        await see('ada-lovelace.reown.id')
        await show('YourAccount')
        await find('[aria-current]')
      }),
    },
    {
      name: 'your-account-bitcoin',
      title: 'Your account, on Bitcoin',
      ...elsewhere(BITCOIN, 'bitcoin', 'Quarry', 'YourAccount', '[aria-current]'),
    },
    { name: 'receive', title: 'Receive', ...connected('Receive', ({ find }) => find('.qr svg, svg')) },
    { name: 'networks', title: 'Networks', ...connected('Networks', ({ see }) => see('Localhost')) },
    {
      name: 'networks-many',
      title: 'Networks, several kinds',
      attributes: {
        networks: `eip155:421614 eip155:31337 eip155:56 eip155:97 eip155:1 eip155:10 eip155:8453
          solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 bip122:000000000933ea01ad0ee984209779ba polkadot:91b171bb158e2d3848fa23a9f1c25182`,
      },
      ...connected('Networks', ({ see }) => see('Solana Devnet')),
    },
    {
      name: 'networks-asked',
      title: 'Networks, the wallet asked',
      answers: { wallet_switchEthereumChain: silence },
      ...connected('Networks', async ({ press, see }) => {
        await press('Localhost')
        await see('Approve in Meadow')
      }),
    },
    {
      name: 'networks-declined',
      title: 'Networks, declined',
      ...connected('Networks', async ({ press, find }) => {
        await press('Localhost')
        await find('.snack')
      }),
    },
    {
      name: 'networks-not-in-wallet',
      title: 'Networks, not all of them in the wallet',
      wallets: [],
      solana: 'Prism',
      solanaChains: ['solana:devnet'],
      attributes: {
        networks: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp eip155:421614',
        'default-network': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      },
      open: async ({ modal, show, see }) => {
        await modal.connect({ wallet: 'Prism' })
        await show('Networks')
        await see('Not in Prism')
      },
    },
    { name: 'unsupported-chain', title: 'Wrong network', chainId: '0x89', ...connected('UnsupportedChain') },
    {
      name: 'support',
      title: 'Somebody’s account, as support sees it',
      answers: { personal_sign: () => `0x${'1b'.repeat(65)}` },
      open: async ({ modal, connect, find, press, until }) => {
        modal.login = backend()
        void connect().catch(() => {})
        await find('.sign-in-message')
        await press('Sign in')
        await until(() => modal.state.user, 'a login')
        void modal.assist({ target: `eip155:421614:${COLLECTOR}`, reason: 'Gallery' })
        await until(() => modal.shadowRoot.querySelector('.assist-banner'), 'the banner')
      },
    },
    { name: 'name', title: 'A name', ...named() },
    {
      name: 'name-free',
      title: 'A name, free',
      ...named(async ({ type, see }) => {
        await type('Name', 'gallery')
        await see('is free')
      }),
    },
    {
      name: 'name-failed',
      title: 'A name, no suggestions',
      faults: [['/suggestions', 'fail']],
      ...named(async ({ type, see }) => {
        await type('Name', 'gallery')
        await see('Error fetching name suggestions')
      }),
    },
    {
      name: 'name-yours',
      title: 'A name, registered',
      answers: { eth_requestAccounts: () => [ADA] },
      ...connected('Account', async ({ show, see, find }) => {
        await see('ada-lovelace.reown.id')
        await show('RegisterAccountNameSuccess')
        await find('.name-success')
      }),
    },
  ]),
]
