/** The vendor's provider API, used with a project id where no other address is set. */
export const PUBLIC_PROVIDER_URL = 'https://rpc.walletconnect.org'
/** The vendor's API for wallets and their images, likewise. */
export const PUBLIC_WALLETS_URL = 'https://api.web3modal.org'
