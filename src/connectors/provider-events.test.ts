import { expect, test } from 'vitest'
import '../lib/embedded-errors'
import '../lib/later-errors'
import { WalletError } from '../lib/errors'
import { withEvents } from './provider-events'
import type { Provider } from './types'

const numberOf = (method: string) => {
  const provider: Provider = { request: () => Promise.reject(new WalletError('REQUEST_ABORTED')) }
  const { wallet } = withEvents(provider, () => undefined)
  return (wallet as Provider).request({ method }).catch(({ code }: { code: unknown }) => code)
}

test.each(['personal_sign', 'eth_signTypedData_v4', 'wallet_grantPermissions'])(
  '%s that was closed without an answer counts as declined: it has had no effect',
  async (method) => expect(await numberOf(method)).toBe(4001),
)

test.each([
  'eth_sendTransaction',
  'wallet_sendCalls',
  'eth_sendRawTransaction',
  'eth_sendUserOperation',
  'solana_signAndSendTransaction',
])(
  '%s that was closed without an answer may have been approved and sent: the host is not told that it was declined',
  async (method) => expect(await numberOf(method)).toBe(-32000),
)
