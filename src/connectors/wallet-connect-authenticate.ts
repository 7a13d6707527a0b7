import { isCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { decodeRecap } from '../lib/recap'
import { safeParse, z } from '../lib/schema'
import type { SiwxData } from '../lib/siwx'
import { LEAVE_LIMIT_MS } from './limits'
import { waitFor } from './wait'
import type { Client, Session } from './wallet-connect-client'
import type { OneClick } from './wallet-connect-config'

/** A pairing link and its approval. */
export type Offer = {
  readonly uri?: string | undefined
  readonly approval: () => Promise<Session>
  /** Ends the wait for an answer; the SDK does not when the proposal expires. */
  readonly expire?: () => void
}

// Any shape: `readPeer` validates it on use.
const AnyMetadata = z.custom<Session['peer']['metadata']>()
const Answer = z.object({
  cacaos: z
    .array(
      z.object({
        h: z.object({ t: z.string() }),
        p: z.object({
          iss: z.string().check(z.regex(/^did:pkh:eip155:\d{1,20}:0x[0-9a-fA-F]{40}$/)),
          aud: z.string(),
          domain: z.string(),
          nonce: z.string(),
          version: z.optional(z.string()),
          iat: z.optional(z.string()),
          nbf: z.optional(z.string()),
          exp: z.optional(z.string()),
          statement: z.optional(z.string()),
          requestId: z.optional(z.string()),
          resources: z.optional(z.array(z.string())),
        }),
        s: z.object({ t: z.string(), s: z.string(), m: z.optional(z.string()) }),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
  responder: z.object({ publicKey: z.string().check(z.regex(/^[\da-f]{64}$/)), metadata: AnyMetadata }),
})
type Answer = z.infer<typeof Answer>

/** A wallet's answer to a sign-in; undefined if invalid. */
export const readSignIn = (answer: unknown): Answer | undefined => safeParse(Answer, answer).data

/** How long to wait for the backend's message: less than the time limit of the pairing code. */
const MESSAGE_LIMIT_MS = 8_000
const WEEK_S = 7 * 24 * 60 * 60
const DROPPED = { code: 6000, message: 'User disconnected.' }

/**
 * Offers a pairing that also signs in (`wc_sessionAuthenticate`); a wallet without it only connects. The approval rejects with
 * SIGN_IN_MISMATCH or SIGN_IN_FAILED if the sign-in is not the requested one: the session is then ended in the wallet.
 */
export async function offerSignIn(
  client: Client,
  { methods, chains }: { readonly methods: readonly string[]; readonly chains: readonly string[] },
  signIn: OneClick,
  signal: AbortSignal,
): Promise<Offer> {
  const { answers, keys } = heardOf(client)
  // Without a message the visitor can still connect: the sign-in after it reports what is wrong.
  const message = await waitFor(signIn.request(), { limitMs: MESSAGE_LIMIT_MS }).catch(() => undefined)
  // The SDK, here and in wallets, counts characters instead of bytes when it verifies: such a statement is signed after connecting.
  if (!message || !isAscii(message))
    return client.connect({ optionalNamespaces: { eip155: { chains: [...chains], methods: [...methods], events: EVENTS } } })
  const { domain, uri: aud, nonce, statement, expirationTime, notBefore, resources } = message
  const { uri, response } = await client.authenticate({
    chains: [...chains],
    methods: [...methods],
    domain,
    uri: aud,
    nonce,
    ...(statement !== undefined && { statement }),
    ...(expirationTime !== undefined && { exp: expirationTime }),
    ...(notBefore !== undefined && { nbf: notBefore }),
    ...(resources && { resources: [...resources] }),
  })
  const topic = /^wc:([\da-f]{64})@/.exec(uri ?? '')?.[1]
  const request = client.auth.requests.getAll().find(({ pairingTopic }) => pairingTopic === topic)
  const [own] = client.auth.authKeys.getAll()
  if (!topic || !request || !own) throw new WalletError('CONNECT_FAILED')
  keys.set(own.responseTopic, own.publicKey)

  /** Otherwise every later visit would fetch this topic's mailbox. */
  const close = () => {
    keys.delete(own.responseTopic)
    const { relayer } = client.core
    if (relayer.connected) relayer.unsubscribe(own.responseTopic).catch(() => {})
  }

  const approval = async () => {
    const { session } = await response()
    close()
    if (session) return session
    const answer = answers.get(request.id)
    answers.delete(request.id)
    return takeSignIn(client, request, answer, signIn, signal)
  }
  const proposal = client.proposal.getAll().find(({ pairingTopic }) => pairingTopic === topic)
  const expire = () => {
    const error = { code: 0, message: 'Proposal expired' }
    if (proposal) z.parse(Engine, client.engine).events.emit(`session_connect:${proposal.id}`, { error })
    client.auth.requests.delete(request.id, DROPPED).catch(() => {})
    client.core.expirer.del(request.id)
    client.core.crypto.deleteKeyPair(own.publicKey).catch(() => {})
    close()
  }
  return { uri, approval, expire }
}

const EVENTS = ['chainChanged', 'accountsChanged']
const isAscii = (message: SiwxData) => /^[\x20-\x7e]*$/.test([message.statement, ...(message.resources ?? [])].join(''))

// The SDK does not type its engine.
const Engine = z.custom<{ readonly events: { emit(name: string, payload?: unknown): boolean } }>(
  (value) => typeof value?.events?.emit === 'function',
)
type Heard = {
  /** By request id. */
  readonly answers: Map<number, unknown>
  /** Our key of each request, by response topic. */
  readonly keys: Map<string, string>
}
const intercepted = new WeakMap<Client, Heard>()

/**
 * The SDK's verification of a sign-in counts characters instead of bytes, asks a vendor's host about contracts, keeps a failed session,
 * and compares nothing with the request (FINDINGS §3). So it gets an empty list to verify, and the answer is kept here. It also decodes
 * each answer with the key of the newest request, which would lose the answer to an earlier code.
 */
function heardOf(client: Client): Heard {
  const known = intercepted.get(client)
  if (known) return known
  const heard: Heard = { answers: new Map(), keys: new Map() }
  const { events } = z.parse(Engine, client.engine)
  const emit = events.emit.bind(events)
  events.emit = (name, payload) => {
    const id = Number(/^session_request:(\d+)$/.exec(name)?.[1])
    const { result, error } = (payload ?? {}) as { result?: { cacaos?: unknown }; error?: object }
    // The SDK passes on only the message, without the code: so the whole error is passed as the message.
    const isSignIn = client.auth.requests.keys.includes(id)
    if (error && isSignIn) return emit(name, { error: { ...error, message: error } })
    // It would throw at such an answer, unhandled, and wait on.
    if (isSignIn && !readSignIn(result)) return emit(name, { error: { message: new WalletError('WALLET_ANSWER_INVALID') } })
    if (!id || !Array.isArray(result?.cacaos)) return emit(name, payload)
    heard.answers.set(id, result)
    return emit(name, { ...(payload as object), result: { ...result, cacaos: [] } })
  }
  const { crypto } = client.core
  const decode = crypto.decode.bind(crypto)
  crypto.decode = (topic, text, options) => {
    const receiverPublicKey = heard.keys.get(topic)
    return decode(topic, text, receiverPublicKey ? { ...options, receiverPublicKey } : options)
  }
  intercepted.set(client, heard)
  return heard
}

/** Creates the session of a wallet's answer if its sign-in is valid, or none is wanted. Rejects like an offer's approval. */
export async function takeSignIn(
  client: Client,
  { pairingTopic, authPayload, requester }: ReturnType<Client['auth']['requests']['get']>,
  answer: unknown,
  signIn: Pick<OneClick, 'take'> | undefined,
  signal: AbortSignal,
): Promise<Session> {
  const read = readSignIn(answer)
  if (!read) throw new WalletError('WALLET_ANSWER_INVALID')
  const made = await makeSession(client, pairingTopic, requester.publicKey, read)
  try {
    const texts = read.cacaos.map(({ p }) => client.engine.formatAuthMessage({ request: p, iss: p.iss } as never))
    await signIn?.take(
      read.cacaos.map((cacao, at) => ({ cacao, text: texts[at] ?? '' })),
      authPayload,
      signal,
    )
    return made
  } catch (cause) {
    // The wallet is told if possible; here the session ends in any case.
    // As `leaveSession` does it, but that one's file loads the whole client.
    const leaving = { topic: made.topic, reason: DROPPED }
    await waitFor(client.disconnect(leaving), { limitMs: LEAVE_LIMIT_MS }).catch(() =>
      client.session.delete(made.topic, DROPPED).catch(() => {}),
    )
    throw cause
  }
}

/** The session's chains, methods and accounts, as granted by the signed ReCaps. */
export function grantsOf({ cacaos }: Answer) {
  const chains = new Set<string>()
  const methods = new Set<string>()
  const accounts = new Set<string>()
  for (const { p } of cacaos) {
    const [, , namespace, reference, address] = p.iss.split(':')
    const granted = Object.entries(decodeRecap(p.resources?.at(-1) ?? '')?.att.eip155 ?? {})
    const limits = granted.flatMap(([, each]) => each as readonly { chains?: unknown }[]).flatMap((each) => each?.chains ?? [])
    for (const chain of [`${namespace}:${reference}`, ...limits].filter(isCaipNetworkId)) {
      chains.add(chain)
      accounts.add(`${chain}:${address}`)
    }
    for (const [ability] of granted) methods.add(ability.replace(/^request\//, ''))
  }
  return { chains: [...chains], methods: [...methods], accounts: [...accounts] }
}

/** Creates the session that the wallet made when it answered; chains and methods are those that the signed ReCap grants. */
async function makeSession(client: Client, pairingTopic: string, publicKey: string, answer: Answer): Promise<Session> {
  const { responder } = answer
  const { chains, methods, accounts } = grantsOf(answer)
  if (methods.length === 0) throw new WalletError('NO_ACCOUNTS_FOUND')
  const topic = await client.core.crypto.generateSharedKey(publicKey, responder.publicKey)
  const session: Session = {
    topic,
    pairingTopic,
    acknowledged: true,
    self: { publicKey, metadata: client.metadata },
    peer: responder,
    controller: responder.publicKey,
    expiry: Math.floor(Date.now() / 1000) + WEEK_S,
    requiredNamespaces: {},
    optionalNamespaces: {},
    relay: { protocol: 'irn' },
    namespaces: {
      eip155: {
        chains,
        methods,
        events: [...EVENTS],
        accounts,
      },
    },
    transportType: 'relay',
  }
  await client.core.relayer.subscribe(topic)
  await client.session.set(topic, session)
  // The SDK expires it only if it is registered here too.
  client.core.expirer.set(topic, session.expiry)
  return client.session.get(topic)
}
