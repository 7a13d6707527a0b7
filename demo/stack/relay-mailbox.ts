import { createHash } from 'node:crypto'

/** What a client publishes to a topic; `ttl` in seconds. */
type Publication = { topic: string; message: string; ttl: number; tag: number; attestation?: string | undefined }

/** A message that waits in a topic until each subscriber has acknowledged it or its time is over. */
export type Letter = Omit<Publication, 'ttl'> & {
  readonly publishedAt: number
  readonly expiresAt: number
  readonly from: string
  readonly acked: Set<string>
}

type Topic = { readonly subscribers: Set<string>; letters: Letter[] }

/** The relay's memory: topics, their subscribers, and undelivered messages. `deliver` is called for each due letter. */
export function createMailboxes(deliver: (client: string, letter: Letter) => void) {
  const topics = new Map<string, Topic>()

  const open = (name: string) => {
    const topic = topics.get(name) ?? { subscribers: new Set(), letters: [] }
    topics.set(name, topic)
    topic.letters = topic.letters.filter((letter) => letter.expiresAt > Date.now())
    return topic
  }
  const due = (client: string, name: string) =>
    open(name).letters.filter(({ from, acked }) => from !== client && !acked.has(client))

  return {
    publish(client: string, { ttl, ...publication }: Publication) {
      const publishedAt = Date.now()
      const letter = { ...publication, publishedAt, expiresAt: publishedAt + ttl * 1000, from: client, acked: new Set<string>() }
      const topic = open(publication.topic)
      topic.letters.push(letter)
      for (const subscriber of topic.subscribers) if (subscriber !== client) deliver(subscriber, letter)
    },

    /** Returns the subscription's id; the topic's waiting letters are delivered right after the answer is sent. */
    subscribe(client: string, name: string) {
      open(name).subscribers.add(client)
      queueMicrotask(() => {
        for (const letter of due(client, name)) deliver(client, letter)
      })
      return subscriptionId(client, name)
    },

    unsubscribe(client: string, name: string) {
      topics.get(name)?.subscribers.delete(client)
    },

    /** The client's waiting letters in these topics; they count as delivered. */
    fetch(client: string, names: readonly string[]) {
      const letters = names.flatMap((name) => due(client, name))
      for (const letter of letters) letter.acked.add(client)
      return letters
    },

    /** Ends all subscriptions of a client whose last socket has closed; its letters keep waiting. */
    leave(client: string) {
      for (const topic of topics.values()) topic.subscribers.delete(client)
    },

    /** Removes topics without subscribers and letters. */
    sweep() {
      for (const name of topics.keys()) {
        const topic = open(name)
        if (!topic.subscribers.size && !topic.letters.length) topics.delete(name)
      }
      return topics.size
    },
  }
}

/** Same client and topic, same id: a client may subscribe again after each reconnect. */
export const subscriptionId = (client: string, topic: string) => createHash('sha256').update(`${topic} ${client}`).digest('hex')
