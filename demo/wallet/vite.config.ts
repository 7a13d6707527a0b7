import { builtPage } from '../built-page.ts'

// It brings another copy of the WalletConnect packages.
export default builtPage('wallet', { base: './', input: ['index.html', 'announce.ts'], entries: '[name].js' })
