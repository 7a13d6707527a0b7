import { figureIn } from '../lib/format'
import { rentNotices } from '../lib/rent-notices'
import { messages } from '../state/messages'

/** A sentence of the adapter's about a sum of coins in the chosen language; any other stays as it is. */
export function rentWords(said: string | undefined): string | undefined {
  for (const [code, english] of Object.entries(rentNotices)) {
    const [before = '', after = ''] = english.split('{sum}')
    const [words] = messages.view?.errors?.[code as keyof typeof rentNotices] ?? []
    if (!words || !said?.startsWith(before) || !said.endsWith(after)) continue
    return words.replace('{sum}', () => figureIn(said.slice(before.length, -after.length), messages.direction))
  }
  return said
}
