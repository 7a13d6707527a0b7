// What Playwright puts into a page before the page's own scripts; see `driver.ts`.
import { askWallet, installWallet, orderWallet } from './in-page'

window.walletModalTesting ??= { installWallet, orderWallet, askWallet }
