import * as z from 'zod/mini'
import type { createMailboxes, Letter } from './relay-mailbox'

const DEFAULT_TTL_S = 300
const MAX_TTL_S = 30 * 24 * 60 * 60

const topic = z.string().check(z.minLength(1), z.maxLength(128))
const topics = z.array(topic).check(z.maxLength(500))
const ttl = z._default(z.int().check(z.positive(), z.maximum(MAX_TTL_S)), DEFAULT_TTL_S)
const attestation = z.nullish(z.string())
const publication = z.object({ topic, message: z.string(), ttl, tag: z._default(z.int(), 0), attestation })
const proposal = z.object({ pairingTopic: topic, sessionProposal: z.string(), ttl, attestation })
const approval = z.object({
  pairingTopic: topic,
  sessionTopic: topic,
  sessionProposalResponse: z.string(),
  sessionSettlementRequest: z.string(),
  ttl,
})

// Tags by which clients know a proposal, its answer, and a settlement.
const TAG = { proposal: 1100, proposalAnswer: 1101, settlement: 1102 } as const

type Method = (client: string, params: unknown) => unknown

/** What a letter looks like to a client. */
export const wire = ({ topic, message, tag, publishedAt, attestation }: Letter) => ({
  topic,
  message,
  tag,
  publishedAt,
  attestation: attestation ?? null,
})

/** The relay's JSON-RPC methods: the `irn_` calls, and the two that sign-client 2.21 makes to propose and to approve. */
export function relayMethods(mailboxes: ReturnType<typeof createMailboxes>): Readonly<Record<string, Method>> {
  const publish = (client: string, { attestation, ...rest }: z.infer<typeof publication>) =>
    mailboxes.publish(client, { ...rest, attestation: attestation ?? undefined })
  const fetch = (client: string, names: string[]) => ({ messages: mailboxes.fetch(client, names).map(wire), hasMore: false })

  return {
    irn_publish(client, params) {
      publish(client, publication.parse(params))
      return true
    },
    irn_batchPublish(client, params) {
      for (const one of z.object({ messages: z.array(publication) }).parse(params).messages) publish(client, one)
      return true
    },
    irn_subscribe: (client, params) => mailboxes.subscribe(client, z.object({ topic }).parse(params).topic),
    irn_batchSubscribe: (client, params) =>
      z
        .object({ topics })
        .parse(params)
        .topics.map((name) => mailboxes.subscribe(client, name)),
    irn_unsubscribe(client, params) {
      mailboxes.unsubscribe(client, z.object({ topic }).parse(params).topic)
      return true
    },
    irn_batchUnsubscribe(client, params) {
      const { subscriptions } = z.object({ subscriptions: z.array(z.object({ topic })) }).parse(params)
      for (const one of subscriptions) mailboxes.unsubscribe(client, one.topic)
      return true
    },
    irn_fetchMessages: (client, params) => fetch(client, [z.object({ topic }).parse(params).topic]),
    irn_batchFetchMessages: (client, params) => fetch(client, z.object({ topics }).parse(params).topics),

    // The client does not subscribe to the pairing itself: the relay does it for the one who proposes.
    wc_proposeSession(client, params) {
      const { pairingTopic, sessionProposal, ttl, attestation } = proposal.parse(params)
      mailboxes.subscribe(client, pairingTopic)
      publish(client, { topic: pairingTopic, message: sessionProposal, ttl, tag: TAG.proposal, attestation })
      return true
    },
    wc_approveSession(client, params) {
      const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl } = approval.parse(params)
      mailboxes.subscribe(client, sessionTopic)
      publish(client, { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: TAG.proposalAnswer })
      publish(client, { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: TAG.settlement })
      return true
    },
  }
}
