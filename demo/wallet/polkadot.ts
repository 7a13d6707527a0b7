import { fromBase58 } from '../../src/lib/base58'
import { writeSs58 } from '../../src/lib/ss58'
import type { Description } from './describe'
import { RequestError, type WalletRequest } from './request'
import type { SolanaWallet } from './solana'

/** What the wallet can be asked for on Polkadot. */
export const POLKADOT_METHODS = ['polkadot_signMessage', 'polkadot_signTransaction']

export type PolkadotWallet = ReturnType<typeof createPolkadot>

/** The wallet's accounts on Polkadot: the ed25519 keys of its Solana accounts, which Substrate takes as well. */
export function createPolkadot(solana: SolanaWallet) {
  const addressOf = (text: string, prefix = 0) => writeSs58(fromBase58(text) ?? new Uint8Array(32), prefix)
  return {
    get address() {
      return addressOf(solana.address)
    },
    /** As extensions write it: for no chain in particular. */
    get genericAddress() {
      return addressOf(solana.address, 42)
    },
    /** Does what was asked. Throws RequestError; consent is the caller's matter. */
    async perform({ method, params }: WalletRequest): Promise<{ signature: string }> {
      const { data, address } = (params ?? {}) as Record<string, unknown>
      if (method !== 'polkadot_signMessage') throw new RequestError(4200, `The wallet cannot do ${method}`)
      if (address !== this.address && address !== this.genericAddress)
        throw new RequestError(4100, 'This account is not the one in use')
      const bytes = bytesIn(data)
      if (!bytes) throw new RequestError(-32602, 'Expected data in hex')
      const signature = await solana.sign(bytes)
      return { signature: `0x${[...signature].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` }
    },
  }
}

/** What a request asks for, for a person to read; never throws. */
export function describePolkadot({ method, params }: WalletRequest): Description {
  const { data } = (params ?? {}) as Record<string, unknown>
  const bytes = bytesIn(data)
  if (method !== 'polkadot_signMessage') return { title: `Request: ${method}`, lines: [['Network', 'Polkadot']] }
  return { title: 'Sign a message', lines: [['Message', bytes ? new TextDecoder().decode(bytes) : String(data)]] }
}

const bytesIn = (data: unknown): Uint8Array | undefined =>
  typeof data === 'string' && /^0x([0-9a-f]{2})+$/i.test(data)
    ? Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined
