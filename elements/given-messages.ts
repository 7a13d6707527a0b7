import { overrideMessages } from '../src/controllers/own-messages'
import { refuse } from './host-errors'

/** Replaces our texts with the page's; invalid ones are reported to the host. */
export async function takeMessages(value: unknown): Promise<void> {
  for (const name of await overrideMessages(value))
    refuse('messages', name, 'texts, or functions that give one, under the names of those they stand for')
}
