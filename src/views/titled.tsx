import type { en } from '../locales/en'
import type { ViewHeader } from './pages'
import { useMessages } from './use-messages'

/** The title bar of a view that brings its own heading. */
export function titled(view: keyof typeof en.titles): ViewHeader {
  return { Title: () => <>{useMessages().titles[view]}</> }
}
