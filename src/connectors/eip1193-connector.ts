import { eip1193 } from '.'
import { lateConnector, type WalletDetails } from './late-connector'
import type { Connector } from './types'

/** A connector of an EIP-1193 provider; its code loads on first use. */
export function eip1193Connector(details: Omit<WalletDetails, 'namespaces'>, provider: unknown): Connector {
  const { connector } = lateConnector({ ...details, namespaces: ['eip155'] }, async (tell) => {
    const wallet = (await eip1193()).openEip1193(provider, tell)
    return { ...wallet, connect: ({ signal }) => wallet.connect(signal), restore: ({ signal }) => wallet.restore(signal) }
  })
  return connector
}
