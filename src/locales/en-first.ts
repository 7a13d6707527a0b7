import { enPage } from './en-page'

/** English of the page, the shell and the first screen: all that the first frame needs. */
export const enFirst = {
  page: enPage,
  modal: {
    close: 'Close',
    back: 'Back',
    loading: 'Loading',
    tryAgain: 'Try again',
    copied: 'Copied',
    copyFailed: 'Failed to copy',
    failed: { VIEW_UNAVAILABLE: 'Check the connection, then try again.', VIEW_CRASHED: 'Try again, or reload the page.' },
    wallet: 'Wallet',
    extension: 'Browser extension',
    app: 'Wallet app',
    anyWallet: 'Use any WalletConnect wallet',
    phoneTitle: 'WalletConnect',
    phoneSub: 'Open a wallet app, or scan elsewhere',
    balancesLoading: 'Loading balances',
    balancesLoaded: 'Balances loaded',
    scan: 'Scan with your phone',
  },
  // connect: views Connect, AllWallets, WhatIsAWallet, GetWallet
  connect: {
    title: (app: string) => `Connect to ${app}`,
    here: 'On this device',
    yours: 'Your wallets',
    apps: 'Wallet apps',
    popular: 'Popular wallets',
    elsewhere: 'Somewhere else',
    more: 'More ways',
    lastUsed: 'Last used',
    usedBefore: 'Used before',
    installed: 'Installed',
    scan: 'Scan with your phone',
    otherDevice: 'On another device',
    // A name, the same in every language.
    walletConnect: 'WalletConnect',
    allWallets: 'All wallets',
    loading: 'Loading wallets',
    new: 'New to wallets?',
    getOne: 'Get one in a minute',
    acceptFirst: 'Accept first',
  },
}
