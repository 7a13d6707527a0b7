import type { en } from '../locales/en'
import type { ViewHeader } from './pages'
import { useMessages } from './use-messages'

/** The header of a view, with its title from the messages. */
export function titled(view: keyof typeof en.titles): ViewHeader {
  return { Title: () => <>{useMessages().titles[view]}</> }
}
