// Every state of every view, reached as by a visitor. `open` gets the result of `createWorld` and resolves when the
// state is on screen. Runs in the page; merely importing it must not need a document.
import { accounts } from './page-gallery-account.js'
import { connecting } from './page-gallery-connect.js'
import { others } from './page-gallery-embedded.js'
import { money } from './page-gallery-money.js'

export const states = [...connecting, ...accounts, ...money, ...others]
