import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { isOffline } from '../lib/is-offline'
import type { Cacao, Siwx, SiwxData, SiwxSession } from '../lib/siwx'
import { dataOf, parseSiwxMessage } from '../lib/siwx-message'
import { NO_ADDRESS } from '../state/web3'

/** The older interface for a host's own sign-in, for EVM chains only. */
type SiweConfig = {
  getNonce(address?: string): Promise<string>
  createMessage(args: Record<string, unknown>): string
  verifyMessage(args: { message: string; signature: string; cacao?: Cacao }): Promise<boolean>
  getSession(): Promise<{ address: string; chainId: number } | null>
  signOut(): Promise<boolean>
  getMessageParams?(): Promise<Record<string, unknown>>
  onSignIn?(session?: { address: string; chainId: number }): void
  onSignOut?(): void
  readonly enabled?: boolean
  readonly required?: boolean
  readonly signOutOnDisconnect?: boolean
  readonly signOutOnAccountChange?: boolean
  readonly signOutOnNetworkChange?: boolean
}

/** Makes a `Siwx` of a `siweConfig`. */
export function siwxOf(given: unknown): Siwx {
  const siwe = given as SiweConfig
  return {
    single: true,
    async createMessage({ accountAddress, chainId }) {
      const { reference } = parseCaipNetworkId(chainId)
      const [params, nonce] = await Promise.all([siwe.getMessageParams?.(), siwe.getNonce(accountAddress)])
      const text = siwe.createMessage({
        domain: location.host,
        uri: location.origin,
        version: '1',
        iat: new Date().toISOString(),
        ...params,
        nonce,
        chainId: Number(reference),
        // When connecting and signing are one step there is no address yet, but a message needs one.
        address: `did:pkh:${chainId}:${accountAddress || NO_ADDRESS}`,
      })
      const said = parseSiwxMessage(text)
      const data: SiwxData = (said && dataOf(said)) ?? {
        accountAddress,
        chainId,
        domain: location.host,
        uri: location.origin,
        version: '1',
        nonce,
      }
      return { ...data, toString: () => text }
    },

    async addSession({ message, signature, cacao, data }) {
      const proven = await siwe.verifyMessage({ message, signature, ...(cacao && { cacao }) })
      if (!proven) throw new WalletError('SIGNATURE_INVALID')
      siwe.onSignIn?.((await sessionOf(siwe)) ?? { address: data.accountAddress, chainId: numberOf(data.chainId) })
    },

    async getSessions(chainId, address) {
      if (parseCaipNetworkId(chainId).namespace !== 'eip155') return []
      const session = await sessionOf(siwe)
      if (!session) return []
      // Some backends give the chain id as text.
      const moved = Number(session.chainId) !== numberOf(chainId) && siwe.signOutOnNetworkChange !== false
      const other = session.address.toLowerCase() !== address.toLowerCase()
      if (moved || (other && siwe.signOutOnAccountChange !== false)) await leave(siwe)
      // A session that is kept still belongs to the other account or chain.
      return moved || other ? [] : [sessionFor(chainId, address)]
    },

    async revokeSession(chainId) {
      if (parseCaipNetworkId(chainId).namespace === 'eip155' && siwe.signOutOnDisconnect !== false) await leave(siwe)
    },

    getRequired: () => siwe.required !== false,
  }
}

/** Ends, on a sign-out, the session of a `siweConfig` that is kept on a disconnect. */
export async function endKept(given: unknown): Promise<void> {
  const siwe = given as SiweConfig | undefined
  if (siwe?.signOutOnDisconnect === false) await leave(siwe)
}

/** The session at the backend. Rejects offline, where that is not known. */
async function sessionOf(siwe: SiweConfig): Promise<{ address: string; chainId: number } | null> {
  try {
    const session = await siwe.getSession()
    // A session without an address belongs to somebody who signed in without a wallet.
    return session?.address ? session : null
  } catch (cause) {
    if (isOffline()) throw cause
    // Many throw where nobody is logged in, as the interface's first examples do.
    console.warn('<wallet-modal> getSession of siweConfig failed, which counts as no session', cause)
    return null
  }
}

async function leave(siwe: SiweConfig): Promise<void> {
  await siwe.signOut()
  siwe.onSignOut?.()
}

const numberOf = (chainId: CaipNetworkId) => Number(parseCaipNetworkId(chainId).reference)

/** A session without message and signature: the backend keeps those. */
const sessionFor = (chainId: CaipNetworkId, address: string): SiwxSession => ({
  data: { accountAddress: address, chainId, domain: location.host, uri: location.origin, version: '1', nonce: '' },
  message: '',
  signature: '',
})
