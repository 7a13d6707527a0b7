import { overrideMessages } from '../src/controllers/own-messages'
import { refuse } from './told'

/** Puts the words of a page over ours; the host is told of those that are none. */
export async function takeMessages(value: unknown): Promise<void> {
  for (const name of await overrideMessages(value))
    refuse('messages', name, 'texts, or functions that give one, under the names of those they stand for')
}
