import type { embeddedCatalogue } from './embedded-errors'
import { advice, type catalogue, type ErrorEntry, entries } from './error-catalogue'
import type { laterCatalogue } from './later-errors'
import type { moneyCatalogue } from './money-errors'

/** Stable, public name of an error. */
export type ErrorCode =
  | keyof typeof catalogue
  | keyof typeof laterCatalogue
  | keyof typeof embeddedCatalogue
  | keyof typeof moneyCatalogue

/** An error's text and where it shows. */
export const entryOf = (code: ErrorCode): ErrorEntry => entries[code] ?? { show: 'none', text: 'Something went wrong' }

/** The only error class we throw; `code` is stable and public, `message` and `help` are for people. */
export class WalletError extends Error {
  override name = 'WalletError'
  readonly help: string | undefined
  constructor(
    readonly code: ErrorCode,
    // Not `ErrorOptions`, which a host's TypeScript knows only with a `lib` of es2022.
    options?: { cause?: unknown; message?: string; help?: string },
  ) {
    super(options?.message ?? entryOf(code).text, options)
    this.help = options?.help ?? advice[code]
  }
}
