import type { LaterSettings } from './later'
import { take } from './own-siwx'
import { say } from './own-words'
import type { Door } from './page'

/** Does what a setting that has just been given is for. */
export function takeLater(element: Door, given: Partial<LaterSettings>, name: keyof LaterSettings): void {
  if (name === 'messages') void say(given.messages)
  else take(element, given)
}
