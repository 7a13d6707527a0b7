/** Of what is said of sessions that do not count the newest are kept: a host's own client may have sessions that never do. */
const LIMIT = 50

type Hear<Session> = (session: Session) => void

/** Hands what a client says of sessions to the one that counts. What is said of another is kept for when that one comes to count. */
export function openUnheard<Session extends { readonly topic: string }>(current: () => Session | undefined) {
  let kept: { readonly topic: string; readonly hear: Hear<Session> }[] = []
  let catchingUp = false
  return {
    /** True while what was said before is told: what a session is then is an answer, and no news. */
    get catchingUp() {
      return catchingUp
    },
    tell(topic: string, hear: Hear<Session>) {
      const session = current()
      if (session?.topic === topic) hear(session)
      else kept = [...kept, { topic, hear }].slice(-LIMIT)
    },
    /** The session that counts from now on learns what was said of it before, as long as it does. */
    catchUp(session: Session) {
      const said = kept.filter(({ topic }) => topic === session.topic)
      kept = []
      catchingUp = true
      for (const { hear } of said) if (current() === session) hear(session)
      catchingUp = false
    },
  }
}
