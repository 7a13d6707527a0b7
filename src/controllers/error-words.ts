import { type ErrorCode, entryOf } from '../lib/errors'
import { messages } from '../state/messages'

type Known = Readonly<Partial<Record<ErrorCode, readonly [text: string, help?: string]>>>

/** An error's text, translated if it is the catalogue's; what a wallet or a service said stays as it is. */
export function errorText({ code, message }: { readonly code: ErrorCode; readonly message: string }): string {
  const known: Known = messages.view?.errors ?? {}
  return (message === entryOf(code).text && known[code]?.[0]) || message
}
