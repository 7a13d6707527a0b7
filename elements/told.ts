import { report } from '../src/controllers/report'
import { WalletError } from '../src/lib/errors'
import { tellHost } from './page'

/** Reports an error to the host and hands it on, to be thrown. */
export function told(error: WalletError): WalletError {
  report(error)
  return error
}

/** A value that cannot be read keeps the last good one; the host is told which and why. */
export function refuse(name: string, value: string, expected: string): void {
  const error = new WalletError('ATTRIBUTE_INVALID', {
    message: `Invalid attribute ${name}="${value.slice(0, 100)}"`,
    help: `${name} expects ${expected}.`,
  })
  tellHost(() => report(error))
}
