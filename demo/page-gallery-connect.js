// States of the gallery: connecting and signing in.
import { group, opened } from './page-gallery-steps.js'
import { silence } from './page-gallery-world.js'

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

export const connecting = [
  ...group('connect', [
    { name: 'connect', title: 'Connect', ...opened('Connect', ({ see }) => see('All wallets')) },
    {
      name: 'connect-loading',
      title: 'Connect, the list of wallets loading',
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
      title: 'Connect, terms and privacy policy',
      attributes: { 'terms-url': 'https://example.org/terms', 'privacy-url': 'https://example.org/privacy' },
      ...opened('Connect', ({ find }) => find('.footer a')),
    },
    {
      name: 'connect-email',
      title: 'Connect, email first',
      wallets: [],
      attributes: { email: '' },
      ...opened('Connect', ({ find }) => find('input')),
    },
    {
      name: 'connect-email-last',
      title: 'Connect, email last',
      attributes: { email: '' },
      ...opened('Connect', ({ find }) => find('.without-wallet')),
    },
    { name: 'all-wallets', title: 'All wallets', ...opened('AllWallets', ({ see }) => see('Amber Purse')) },
    {
      name: 'all-wallets-terms',
      title: 'All wallets, terms to accept',
      attributes: { 'terms-url': 'https://example.org/terms', 'legal-checkbox': '' },
      ...opened('AllWallets', ({ see }) => see('Amber Purse')),
    },
    {
      name: 'all-wallets-loading',
      title: 'All wallets, loading',
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
      title: 'A wallet with several chains',
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
]
