import { answerChallenge, askChallenge } from '../api/login'
import { authKey } from '../api/login-storage'
import { accountKey } from '../lib/account-key'
import { AUTH_ID } from '../lib/auth-id'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { type ErrorCode, WalletError } from '../lib/errors'
import { httpStatus } from '../lib/http'
import type { LoginUser } from '../lib/login-user'
import { originOf } from '../lib/origin'
import type { Siwx, SiwxData, SiwxSession } from '../lib/siwx'
import { dataOf, parseSiwxMessage } from '../lib/siwx-message'
import { read } from '../lib/storage'
import { chains } from '../state/chains'
import { NO_REFERRAL } from '../state/config'
import { auth } from '../state/login'
import { support } from '../state/support'
import { authenticating } from './authenticating'
import { endSession, logout } from './login'
import { confirmUser, dropToken, heldUser, ofBackend, renewToken, takeToken, timesDropped } from './login-token'
import { signInAlone } from './login-turns'
import { keepReferral } from './referral'
import { attemptSignal } from './sign-in-attempt'

/** The sign-in made in this page; after a reload the cookie is the proof, and this is rebuilt from the user. */
let session: SiwxSession | undefined
/** The user whose login was left, not ended, for another account: the cookie is theirs until somebody else logs in. */
let left: LoginUser | undefined

/** Sign-in at the app's own backend, which writes the message and verifies the signature (security/LOGIN.md). */
export const loginSiwx: Siwx = {
  async createMessage({ accountAddress: address, chainId: chain }) {
    await keepReferral()
    const { accountType = 'eoa' } = chains.active
    const ref = auth.ref === NO_REFERRAL ? null : auth.ref
    const { challengeId, message } = await named(() =>
      ofBackend((client) => askChallenge(client, { address, chain, accountType, ref })),
    )
    const data = readChallenge(message, { address, chain })
    if (data.requestId !== challengeId) throw new WalletError('SIGN_IN_MISMATCH')
    return { ...data, toString: () => message }
  },

  async getSessions(chainId, address) {
    if (auth.operator) return []
    const known = heldUser()
    if (known && isOf(known, chainId, address)) {
      confirmUser(known)
      return [current(chainId, address)]
    }
    if (auth.user) {
      left = auth.user
      dropToken()
    }
    // A cookie can exist only if somebody logged in before: in this tab, or in another one that is still connected.
    if (!read(authKey)?.user && !chains.active.restored && !isOf(left, chainId, address)) return []
    const before = timesDropped()
    const { caipAddress } = chains.active
    await named(renewToken)
    // The visitor has logged out meanwhile, and perhaps in again, or has switched account.
    if (before !== timesDropped() || chains.active.caipAddress !== caipAddress) return []
    // Not what `renewToken` resolved to: this account may have signed in meanwhile.
    const user = heldUser()
    if (!user || !isOf(user, chainId, address)) {
      left = user
      dropToken()
      return []
    }
    confirmUser(user)
    return [current(chainId, address)]
  },

  async addSession(signed) {
    const { data, signature, cacao } = signed
    const attempt = attemptSignal()
    const { wallet } = chains.active
    const walletInfo = wallet && { walletInfo: { name: wallet.name, type: typeOf(wallet.id) } }
    const input = {
      challengeId: data.requestId ?? '',
      signature: usual(signature, data.chainId),
      cacao: cacao ?? null,
      ...walletInfo,
    }
    const take = async () => {
      // It may have waited for another tab's log-out.
      if (attempt.aborted) throw new WalletError('ABORTED')
      const answer = await ofBackend((client) => answerChallenge(client, input))
      if (!isOf(answer.user, data.chainId, data.accountAddress)) throw new WalletError('SIGN_IN_MISMATCH')
      left = undefined
      // The visitor has cancelled or switched account meanwhile.
      if (attempt.aborted) return answer.user
      session = signed
      // The store turns what it is given into its own proxies, so it gets a copy.
      support.views = structuredClone(answer.assists)
      takeToken(answer)
      return undefined
    }
    const unwanted = await named(() => authenticating(() => signInAlone(take)))
    if (!unwanted) return
    // A later attempt may have logged the same user in.
    if (auth.user?.id !== unwanted.id) await endSession(unwanted.id)
    throw new WalletError('ABORTED')
  },

  async revokeSession(chainId, address) {
    // Another account's login stays, whichever account is in use. After a reload the backend may still be asked whose it is.
    const user = auth.user ?? left ?? read(authKey)?.user
    if (user && accountKey(user.chain, user.address) !== accountKey(chainId, address)) return
    await this.setSessions?.([])
  },

  async setSessions(sessions) {
    if (sessions.length > 0) return
    session = left = undefined
    if (!auth.operator) await logout()
  },
}

/** Parses a challenge and checks that it is for this page, account and chain. Throws SIGN_IN_MISMATCH. */
export function readChallenge(message: string, { address, chain }: { address: string; chain: CaipNetworkId }): SiwxData {
  const said = parseSiwxMessage(message)
  const data = said && dataOf(said)
  const isOurs =
    data?.domain === location.host &&
    data.chainId === chain &&
    data.accountAddress.toLowerCase() === address.toLowerCase() &&
    originOf(data.uri) === location.origin
  if (!data || !isOurs) throw new WalletError('SIGN_IN_MISMATCH')
  return data
}

/** A key is the same on every chain of its namespace; a contract account exists on its own chain only. */
function isOf(user: LoginUser | undefined, chainId: CaipNetworkId, address: string): boolean {
  if (!user || accountKey(user.chain, user.address) !== accountKey(chainId, address)) return false
  const namespace = (id: CaipNetworkId) => parseCaipNetworkId(id).namespace
  return user.accountType === 'eoa' ? namespace(user.chain) === namespace(chainId) : user.chain === chainId
}

function current(chainId: CaipNetworkId, accountAddress: string): SiwxSession {
  if (session?.data.accountAddress.toLowerCase() === accountAddress.toLowerCase()) return session
  const { host: domain, origin: uri } = location
  session = { data: { accountAddress, chainId, domain, uri, version: '1', nonce: '' }, message: '', signature: '' }
  return session
}

/** Some EVM wallets end a signature with 0 or 1; the backend takes only 27 or 28. A Safe's starts with the owner's address and stays. */
export const usual = (signature: string, chainId: CaipNetworkId) =>
  chainId.startsWith('eip155:') && /^0x(?!0{24})[0-9a-fA-F]{128}0[01]$/.test(signature)
    ? `${signature.slice(0, -2)}${signature.endsWith('0') ? '1b' : '1c'}`
    : signature

const typeOf = (walletId: string) =>
  walletId === AUTH_ID ? 'auth' : walletId === 'walletConnect' ? 'walletconnect' : 'extension'

const codes: Readonly<Record<number, ErrorCode>> = {
  422: 'SIGN_IN_UNSUPPORTED',
  429: 'LOGIN_LIMITED',
  503: 'LOGIN_UNAVAILABLE',
}

/** Turns the backend's errors into those that tell the visitor most. */
export async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const isOut = cause instanceof WalletError && (cause.code === 'API_UNAVAILABLE' || cause.code === 'API_RESPONSE_INVALID')
    const code = codes[httpStatus(cause) ?? 0] ?? (isOut ? 'LOGIN_UNAVAILABLE' : undefined)
    throw code ? new WalletError(code, { cause }) : cause
  }
}
