/** How many events of other sessions are kept, the newest: a host's own client may have sessions that are never used here. */
const LIMIT = 50

type Hear<Session> = (session: Session) => void

/** Passes a client's session events to the current session. Those of another session are kept until it becomes current. */
export function openUnheard<Session extends { readonly topic: string }>(current: () => Session | undefined) {
  let kept: { readonly topic: string; readonly hear: Hear<Session> }[] = []
  let catchingUp = false
  return {
    /** True while earlier events are replayed: they are part of the answer, not news. */
    get catchingUp() {
      return catchingUp
    },
    tell(topic: string, hear: Hear<Session>) {
      const session = current()
      if (session?.topic === topic) hear(session)
      else kept = [...kept, { topic, hear }].slice(-LIMIT)
    },
    /** Replays the earlier events of a session that has become current, as long as it stays so. */
    catchUp(session: Session) {
      const said = kept.filter(({ topic }) => topic === session.topic)
      kept = []
      catchingUp = true
      for (const { hear } of said) if (current() === session) hear(session)
      catchingUp = false
    },
  }
}
