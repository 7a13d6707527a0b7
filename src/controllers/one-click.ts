import type { OneClick } from '../connectors/wallet-connect-config'
import { type CaipNetworkId, parseCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { decodeRecap, recapStatement } from '../lib/recap'
import type { Cacao, SiwxSession } from '../lib/siwx'
import { dataOf, parseSiwxMessage } from '../lib/siwx-message'
import { config } from '../state/config'
import { authenticating } from './authenticating'
import { BACKEND_LIMIT_MS } from './sign-in'
import { signInStep } from './sign-in-step'
import { siwxInUse } from './siwx-source'

/** What was asked of the wallet: the payload, and the chains that it may answer for. */
export type Asked = Parameters<OneClick['take']>[1]

/** Connecting and signing in with one request to the wallet; undefined where that is not possible, as with chains other than EVM ones. */
export function oneClick(): OneClick | undefined {
  const source = siwxInUse()
  const all = config.networkIds.every((id) => parseCaipNetworkId(id).namespace === 'eip155')
  if (config.signInMode === 'off' || !all || source.oneClick === false) return undefined
  return {
    request: async () => {
      const message = await signInStep(
        source.createMessage({ accountAddress: '', chainId: config.startNetwork }),
        BACKEND_LIMIT_MS,
      )
      if (message.domain !== location.host) throw new WalletError('SIGN_IN_MISMATCH')
      return message
    },
    async take(signed, asked, signal) {
      const all = signed.map((each) => sessionOf(each, asked))
      // The connection starts on the first chain that was asked for.
      const place = ({ data }: SiwxSession) => asked.chains.indexOf(data.chainId)
      const sessions = source.single ? all.sort((one, other) => place(one) - place(other)).slice(0, 1) : all
      try {
        await authenticating(async () => {
          for (const session of sessions) await signInStep(source.addSession(session), BACKEND_LIMIT_MS)
        })
        // The visitor has left meanwhile; nothing is connected.
        if (signal?.aborted) throw new WalletError('ABORTED')
      } catch (cause) {
        // All or none: the connection that the signatures came with is ended too.
        await Promise.allSettled(sessions.map(({ data }) => source.revokeSession(data.chainId, data.accountAddress)))
        throw new WalletError(signal?.aborted ? 'ABORTED' : 'SIGN_IN_FAILED', { cause })
      }
    },
  }
}

/** The session of a signed message, if it is the answer to what was asked. Throws SIGN_IN_MISMATCH. */
export function sessionOf({ cacao, text }: { cacao: Cacao; text: string }, asked: Asked): SiwxSession {
  const { p, s } = cacao
  const said = parseSiwxMessage(text)
  const data = said && dataOf(said)
  const same =
    p.domain === asked.domain &&
    p.aud === asked.aud &&
    p.nonce === asked.nonce &&
    p.iat === asked.iat &&
    p.exp === asked.exp &&
    p.nbf === asked.nbf &&
    p.version === asked.version &&
    p.requestId === asked.requestId &&
    p.iss === `did:pkh:${data?.chainId}:${data?.accountAddress}` &&
    data?.domain === p.domain &&
    data.uri === p.aud &&
    data.nonce === p.nonce &&
    data.issuedAt === p.iat &&
    data.expirationTime === p.exp &&
    data.notBefore === p.nbf &&
    JSON.stringify(data.resources ?? []) === JSON.stringify(p.resources ?? []) &&
    asked.chains.includes(data.chainId) &&
    isSameStatement(data.statement, asked, p.resources) &&
    isGranted(p.resources ?? [], asked)
  if (!same) throw new WalletError('SIGN_IN_MISMATCH')
  return { data, message: text, signature: s.s, cacao }
}

/** Whether the signed statement is ours and the ReCap's sentence, and nothing else. */
function isSameStatement(said: string | undefined, { statement }: Asked, resources: readonly string[] = []): boolean {
  const recap = decodeRecap(resources.at(-1) ?? '')
  const words = [statement, recap && recapStatement(recap)].filter(Boolean).join(' ')
  return (said ?? '') === words
}

/** Whether the resources are ours and the ReCap grants no more than we asked for. */
function isGranted(resources: readonly string[], asked: Asked): boolean {
  // The statement speaks of the last resource only; a ReCap before that would be signed unread.
  const plain = (list: readonly string[]) => list.filter((each, at) => at < list.length - 1 || !decodeRecap(each)).join(' ')
  const wanted = abilities(asked.resources)
  return (
    plain(resources) === plain(asked.resources ?? []) &&
    abilities(resources).every(({ name, chains }) => {
      const known = wanted.some((each) => each.name === name)
      return known && chains.every((chain) => asked.chains.includes(chain))
    })
  )
}

function abilities(resources: readonly string[] = []): { name: string; chains: CaipNetworkId[] }[] {
  return Object.entries(decodeRecap(resources.at(-1) ?? '')?.att ?? {}).flatMap(([resource, granted]) =>
    Object.entries(granted).map(([ability, limits]) => ({
      name: `${resource} ${ability}`,
      chains: limits.flatMap((each) => (each as { chains?: CaipNetworkId[] } | undefined)?.chains ?? []),
    })),
  )
}
