// Every state of every view, as a visitor comes to it. `open` is given what `createWorld` makes, and resolves when the
// state is on screen. Runs in the page; nothing here may need a document when it is only read.
import { accounts } from './page-gallery-account.js'
import { connecting } from './page-gallery-connect.js'
import { others } from './page-gallery-embedded.js'
import { money } from './page-gallery-money.js'

export const states = [...connecting, ...accounts, ...money, ...others]
