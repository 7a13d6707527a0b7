// Every state of every view, as a visitor comes to it. `open` is given what `createWorld` makes, and resolves when the
// state is on screen. Runs in the page; nothing here may need a document when it is only read.
import { COLLECTOR, refusal, silence } from './page-gallery-world.js'

const SOMEBODY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
/** An account of the local world that has a name. */
const ADA = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const ALIKE = '0x5aae0000000000000000000000000000000beaed'
const E_MAIL = 'ada.gallery@example.org'

const payee = { namespace: 'eip155', address: SOMEBODY, at: Date.UTC(2026, 0, 5), count: 3 }

const group = (name, list) => list.map((state) => ({ ...state, group: name }))

/** Opens a view with Meadow connected. */
const connected = (view, after = () => {}) => ({
  open: async (visitor) => {
    await visitor.connect()
    await visitor.show(view)
    await after(visitor)
  },
})
const opened = (view, after = () => {}) => ({
  open: async (visitor) => {
    await visitor.show(view)
    await after(visitor)
  },
})
const chosen = (wallet, words) =>
  opened('Connect', async ({ press, see }) => {
    await press(wallet)
    await see(words)
  })
const pickApp = async ({ find, type, see, press }) => {
  await find('[type="search"]')
  await type('Search', 'dune purse')
  await see('Dune Purse')
  await press('Dune Purse')
  await see('Open Dune Purse')
}
const tokensThere = ({ find }) => find('.account-panel .list-row')
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
const mailed = async ({ show, type, press, see }, email) => {
  await show('EmailLogin')
  await type('Email address', email)
  await press('Continue with email')
  await see(/code|link/i)
}
/** The code in the newest mail to this address, which the stack keeps. */
const codeFor = async ({ config, pause }, email) => {
  for (;;) {
    const mails = await (await fetch(`${config.mail}/messages?to=${encodeURIComponent(email)}`)).json()
    const found = mails.map(({ text }) => /code is (\d{6})/.exec(text)?.[1]).find(Boolean)
    if (found) return found
    await pause(100)
  }
}
/** Opens a view with an account of the embedded wallet, of somebody who has just signed in for the first time. */
const embedded = (view, after = () => {}) => ({
  attributes: { email: '' },
  open: async (visitor) => {
    const email = E_MAIL.replace('.', `.${Date.now()}.`)
    await mailed(visitor, email)
    await visitor.type('6-digit code', await codeFor(visitor, email))
    await visitor.until(() => visitor.modal.state.status === 'connected' && !visitor.modal.open, 'an account')
    await visitor.show(view)
    await after(visitor)
  },
})
const SOCIALS = 'google apple x github discord facebook farcaster'
/** A window that is somewhere else for good, or none. */
const windows = (given) => {
  window.open = () => given
}
const elsewhere = { closed: false, close() {}, document: {}, location: { replace() {} } }
const named = (after) => connected('RegisterAccountName', after)

export const states = [
  ...group('connect', [
    { name: 'connect', title: 'Connect', ...opened('Connect', ({ see }) => see('All wallets')) },
    {
      name: 'connect-loading',
      title: 'Connect, the list of wallets on its way',
      wallets: [],
      faults: [['/getWallets', 'hang']],
      ...opened('Connect'),
    },
    { name: 'connect-offline', title: 'Connect, no list', faults: [['/getWallets', 'fail']], ...opened('Connect') },
    {
      name: 'connect-nothing-here',
      title: 'Connect, no wallet in the browser',
      wallets: [],
      ...opened('Connect', ({ see }) => see('All wallets')),
    },
    {
      name: 'connect-long',
      title: 'Connect, long names',
      wallets: ['A wallet whose name is longer than any narrow screen can show', 'Meadow'],
      attributes: { 'app-name': 'A site with a long name that goes on and on for ever and ever' },
      ...opened('Connect'),
    },
    {
      name: 'connect-terms',
      title: 'Connect, terms to accept',
      attributes: {
        'terms-url': 'https://example.org/terms',
        'privacy-url': 'https://example.org/privacy',
        'legal-checkbox': '',
      },
      ...opened('Connect', ({ find }) => find('[type="checkbox"]')),
    },
    {
      name: 'connect-fine-print',
      title: 'Connect, terms named',
      attributes: { 'terms-url': 'https://example.org/terms', 'privacy-url': 'https://example.org/privacy' },
      ...opened('Connect', ({ find }) => find('.footer a')),
    },
    {
      name: 'connect-email',
      title: 'Connect, e-mail first',
      wallets: [],
      attributes: { email: '' },
      ...opened('Connect', ({ find }) => find('input')),
    },
    {
      name: 'connect-email-last',
      title: 'Connect, e-mail last',
      attributes: { email: '' },
      ...opened('Connect', ({ find }) => find('.without-wallet')),
    },
    { name: 'all-wallets', title: 'All wallets', ...opened('AllWallets', ({ see }) => see('Amber Purse')) },
    {
      name: 'all-wallets-loading',
      title: 'All wallets, on their way',
      faults: [['/getWallets', 'hang']],
      ...opened('AllWallets'),
    },
    {
      name: 'all-wallets-offline',
      title: 'All wallets, no list',
      faults: [['/getWallets', 'fail']],
      ...opened('AllWallets', ({ see }) => see('did not load')),
    },
    {
      name: 'all-wallets-found',
      title: 'All wallets, found',
      ...opened('AllWallets', async ({ find, type, see }) => {
        await find('[type="search"]')
        await type('Search', 'birch')
        await see('Birch')
      }),
    },
    {
      name: 'no-wallet-found',
      title: 'All wallets, nothing found',
      ...opened('AllWallets', async ({ type, see }) => {
        await type('Search', 'moonbase')
        await see('No wallet called')
      }),
    },
    { name: 'new-to-wallets', title: 'New to wallets', ...opened('WhatIsAWallet') },
    { name: 'get-a-wallet', title: 'Get a wallet', ...opened('GetWallet', ({ find }) => find('.list-row')) },
    { name: 'qr', title: 'The code', ...opened('ConnectingWalletConnectBasic', ({ see }) => see('New code in')) },
    {
      name: 'qr-preparing',
      title: 'The code, being prepared',
      attributes: { 'relay-url': 'ws://localhost:1' },
      ...opened('ConnectingWalletConnectBasic', ({ see }) => see('Preparing')),
    },
    {
      name: 'qr-without-project',
      title: 'The code, the site is not set up',
      attributes: { 'project-id': null, debug: '' },
      ...opened('ConnectingWalletConnectBasic', ({ see }) => see('Project ID Not Configured')),
    },
    {
      name: 'qr-of-wallet',
      title: 'The code of one wallet',
      ...opened('AllWallets', async ({ see, press }) => {
        await see('Amber Purse')
        await press('Amber Purse')
        await see('New code in')
      }),
    },
    { name: 'connecting', title: 'Connecting', ...chosen('Harbour', 'Continue in Harbour') },
    { name: 'declined', title: 'Connecting, declined', ...chosen('Amber Wallet', 'Request declined') },
    {
      name: 'connect-failed',
      title: 'Connecting, failed',
      wallets: ['Broken Wallet', 'Meadow'],
      ...chosen('Broken Wallet', 'No accounts found'),
    },
    {
      name: 'diagnosis',
      title: 'Find out why',
      wallets: ['Broken Wallet', 'Meadow'],
      attributes: { 'relay-url': 'ws://localhost:1' },
      ...opened('Connect', async ({ press, see, find }) => {
        await press('Broken Wallet')
        await see('No accounts found')
        await press('Find out why')
        await find('.diagnosis')
      }),
    },
    { name: 'connected', title: 'Connecting, connected', held: 900, ...chosen('Meadow', 'Connected') },
    {
      name: 'choose-chain',
      title: 'A wallet of several chains',
      wallets: ['Prism'],
      solana: 'Prism',
      attributes: { networks: 'eip155:421614 solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
      ...opened('Connect', async ({ press, see, pause }) => {
        // Its other half comes a moment later, and the two become one row.
        await see('Prism')
        await pause(700)
        await press('Prism')
        await see('Solana')
      }),
    },
    {
      name: 'app',
      title: 'Connecting, an app on this phone',
      phone: true,
      ...opened('AllWallets', (visitor) => pickApp(visitor)),
    },
    {
      name: 'app-did-not-open',
      title: 'Connecting, an app that may not have opened',
      phone: true,
      ...opened('AllWallets', async (visitor) => {
        await pickApp(visitor)
        await visitor.press('Open Dune Purse')
        await visitor.see('Did your wallet open?')
      }),
    },
    { name: 'watch', title: 'Watch an account', ...opened('Watch') },
    {
      name: 'watch-unknown',
      title: 'Watch an account, unknown',
      ...opened('Watch', async ({ type, press, find }) => {
        await type(/./, 'nobody at all')
        await press('Watch')
        await find('[aria-invalid="true"]')
      }),
    },
  ]),
  ...group('sign in', [
    { name: 'sign-in', title: 'Sign in', ...signedIn() },
    {
      name: 'sign-in-waiting',
      title: 'Sign in, in the wallet',
      answers: { personal_sign: silence },
      ...signedIn(async ({ find, see }) => {
        ;(await find('.button[data-kind="primary"]')).click()
        await see('Continue in Meadow')
      }),
    },
    {
      name: 'sign-in-declined',
      title: 'Sign in, declined',
      ...signedIn(async ({ find, see }) => {
        ;(await find('.button[data-kind="primary"]')).click()
        await see('Signature declined')
      }),
    },
    {
      name: 'sign-in-needed',
      title: 'Sign in, needed',
      ...signedIn(async ({ press, find }) => {
        await press('Close')
        await find('.note')
      }),
    },
  ]),
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
      title: 'Account, balances that cannot be had',
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
    { name: 'account-activity', title: 'Account, activity', ...tab('Activity', ({ find }) => find('.account-panel .list-row')) },
    {
      name: 'account-no-activity',
      title: 'Account, no activity',
      faults: [['/history', { data: [], next: null }]],
      ...tab('Activity', ({ find }) => find('.account-empty')),
    },
    {
      name: 'account-activity-failed',
      title: 'Account, activity that cannot be had',
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
    { name: 'receive', title: 'Receive', ...connected('Receive', ({ find }) => find('.qr svg, svg')) },
    { name: 'networks', title: 'Networks', ...connected('Networks', ({ see }) => see('Localhost')) },
    {
      name: 'networks-many',
      title: 'Networks of several chains',
      attributes: {
        networks: `eip155:421614 eip155:31337 eip155:56 eip155:97 eip155:1 eip155:10 eip155:8453
          solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 bip122:000000000933ea01ad0ee984209779ba polkadot:91b171bb158e2d3848fa23a9f1c25182`,
      },
      ...connected('Networks', ({ see }) => see('Solana Devnet')),
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
  ...group('send', [
    { name: 'send', title: 'Send', stored: { payees: [payee] }, ...connected('Send', ({ find }) => find('.receiver-recent')) },
    { name: 'send-filled', title: 'Send, filled in', ...connected('Send', filled) },
    { name: 'send-too-much', title: 'Send, too much', ...connected('Send', (visitor) => filled(visitor, '123456789.5')) },
    {
      name: 'send-nobody',
      title: 'Send, to nobody',
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
    { name: 'send-review', title: 'Send, looked at', ...connected('Send', reviewed) },
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
    { name: 'swap-at-a-loss', title: 'Swap, more than the pool is for', ...quotedFor('900') },
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
    { name: 'swap-review', title: 'Swap, looked at', open: swapReviewed },
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
      title: 'Buy, of another seller',
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
      faults: [['/generators/onrampurl', 'fail']],
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
    { name: 'buy-late', title: 'Buy, nothing came', ...connected('BuyProgress', ({ see }) => see('Nothing has arrived yet')) },
  ]),
  ...group('e-mail', [
    { name: 'email', title: 'E-mail', attributes: { email: '' }, ...opened('EmailLogin') },
    {
      name: 'email-wrong',
      title: 'E-mail, no address',
      attributes: { email: '' },
      ...opened('EmailLogin', async ({ type, press, find }) => {
        await type('Email address', 'ada at home')
        await press('Continue with email')
        await find('[role="alert"]')
      }),
    },
    {
      name: 'email-code',
      title: 'E-mail, the code',
      attributes: { email: '' },
      open: (visitor) => mailed(visitor, E_MAIL.replace('.', `.${Date.now()}.`)),
    },
    {
      name: 'email-code-wrong',
      title: 'E-mail, another code',
      attributes: { email: '' },
      open: async (visitor) => {
        await mailed(visitor, E_MAIL.replace('.', `.${Date.now()}.`))
        await visitor.type('6-digit code', '000000')
        await visitor.see('match')
      },
    },
    {
      name: 'sessions-none',
      title: 'Smart sessions, none',
      ...connected('SmartSessionList', ({ see }) => see('No app can act for you')),
    },
    { name: 'session-created', title: 'Smart session, created', ...connected('SmartSessionCreated', ({ see }) => see('Got it')) },
  ]),
  ...group('social', [
    {
      name: 'connect-social',
      title: 'Connect, social networks first',
      wallets: [],
      attributes: { email: '', socials: SOCIALS },
      ...opened('Connect', ({ see }) => see('Continue with Google')),
    },
    {
      name: 'connect-social-last',
      title: 'Connect, social networks last',
      attributes: { email: '', socials: SOCIALS },
      ...opened('Connect', ({ find }) => find('.without-wallet .rail')),
    },
    {
      name: 'social',
      title: 'Social network, its window open',
      attributes: { email: '', socials: SOCIALS },
      ...opened('EmailLogin', async ({ press, see }) => {
        windows(elsewhere)
        await press('Continue with Google')
        await see('Finish in the Google window')
      }),
    },
    {
      name: 'social-blocked',
      title: 'Social network, its window blocked',
      attributes: { email: '', socials: SOCIALS },
      ...opened('EmailLogin', async ({ press, see }) => {
        windows(null)
        await press('Continue with Google')
        await see('Allow pop-ups')
      }),
    },
    {
      name: 'farcaster',
      title: 'Farcaster, its code',
      attributes: { socials: SOCIALS },
      ...opened('ConnectingFarcaster', ({ find }) => find('[role="img"], a[href]')),
    },
  ]),
  ...group('buttons', [
    { name: 'buttons', title: 'Buttons', elements: ['wallet-button', 'wallet-network-button'], open: async () => {} },
    {
      name: 'buttons-connected',
      title: 'Buttons, connected',
      elements: ['wallet-button', 'wallet-network-button'],
      open: ({ connect }) => connect(),
    },
    {
      name: 'buttons-wrong-network',
      title: 'Buttons, wrong network',
      chainId: '0x89',
      elements: ['wallet-button', 'wallet-network-button'],
      attributes: { 'wrong-network': 'badge' },
      open: ({ connect }) => connect(),
    },
  ]),
  ...group('embedded wallet', [
    { name: 'embedded-account', title: 'Account, without a wallet', ...embedded('Account', ({ see }) => see('Send')) },
    {
      name: 'embedded-your-account',
      title: 'Your account, without a wallet',
      ...embedded('YourAccount', ({ see }) => see('gallery@example.org')),
    },
    { name: 'embedded-email', title: 'Change of the e-mail address', ...embedded('UpdateEmail', ({ find }) => find('input')) },
  ]),
  ...group('brand', [{ name: 'connect-brand', title: 'Connect, a logo and a title of the page', ...opened('Connect', branded) }]),
]

/** A word mark, which is wider than high, and a title that takes two lines. */
async function branded({ modal, see }) {
  const [logo, title] = [document.createElement('img'), document.createElement('span')]
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 40"><rect width="96" height="40" rx="10" fill="#7a2e12"/><path d="M14 26a9 9 0 0 1 18 0zM40 16h42M40 24h28" stroke="#fff" stroke-width="4" fill="none"/></svg>`
  Object.assign(logo, { slot: 'logo', alt: 'Corner Bakery', src: `data:image/svg+xml,${encodeURIComponent(mark)}` })
  Object.assign(title, { slot: 'title', textContent: 'Bread for wallets, fresh every day' })
  modal.append(logo, title)
  await see('All wallets')
}

function signedIn(after = () => {}) {
  return {
    open: async (visitor) => {
      visitor.modal.setAttribute('sign-in', 'required')
      void visitor.connect().catch(() => {})
      await visitor.see('Nonce: ')
      await after(visitor)
    },
  }
}

function tab(name, after) {
  return connected('Account', async (visitor) => {
    await visitor.press(name)
    await after(visitor)
  })
}
