import { untilDone } from '../lib/when-loaded'
import { joinTabChannel, type TabChannel } from './tab-channel'
import { wake } from './wake'

let channel: TabChannel | undefined

const part = () => wake().then(() => import('./follow-tabs'))

/** Follows what other tabs of the site connect, switch or disconnect, also where the code for that loads late. Returns its stop. */
export function joinTabs(load = part): () => void {
  const over = new AbortController()
  let waiting = false
  const follow = async () => {
    const { followTabs } = await load()
    if (!over.signal.aborted) followTabs()
  }
  const joined = joinTabChannel('connections', async () => {
    // One wait is enough for several changes: what is stored is read after it.
    if (waiting) return
    waiting = true
    await untilDone(follow, over.signal)
    waiting = false
  })
  channel = joined
  return () => {
    over.abort()
    channel = undefined
    joined.leave()
  }
}

/** Tells the other tabs that the stored connections have changed. */
export const tellTabs = (): void => channel?.tell()
