import { report } from '../src/controllers/report'
import { WalletError } from '../src/lib/errors'
import { withoutFrameText } from '../src/lib/without-frame-text'
import { textOf } from './attributes'
import { tellHost } from './page'

/** Reports an error to the host and returns it, to be thrown. */
export function told(error: WalletError): WalletError {
  report(error)
  return error
}

/** Throws a call's failure in the form that hosts get. */
export function toHost(cause: unknown): never {
  throw withoutFrameText(cause)
}

/** Whether a property's value is an array; reports to the host if not. */
export function isList(name: string, value: unknown): boolean {
  const is = Array.isArray(value)
  if (!is) refuse(name, textOf(name, value), 'a list')
  return is
}

/** Reports a value that cannot be read; the setting keeps its last good one. */
export const refuse = (name: string, value: string, expected: string): void =>
  invalid(name, value, `${name} expects ${expected}.`)

/** Reports an attribute with ATTRIBUTE_INVALID; `help` says what to write instead. */
export function invalid(name: string, value: string, help: string): void {
  const error = new WalletError('ATTRIBUTE_INVALID', { message: `Invalid attribute ${name}="${value.slice(0, 100)}"`, help })
  tellHost(() => report(error))
}
