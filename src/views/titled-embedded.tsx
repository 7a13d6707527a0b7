import type { Messages } from '../locales/en'
import type { ViewHeader } from './pages'
import { useEmbeddedMessages } from './use-embedded-messages'

/** The title bar of a view of the embedded wallet. */
export function titledEmbedded(view: keyof Messages['embedded']['titles']): ViewHeader {
  return { Title: () => <>{useEmbeddedMessages().titles[view]}</> }
}
