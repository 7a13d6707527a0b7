// Playwright runs this in a page before the page's own scripts; see `driver.ts`.
import { askWallet, hasBoth, keepWallet, orderWallet } from './in-page'

window.walletModalTesting ??= { keepWallet, orderWallet, askWallet, hasBoth }
