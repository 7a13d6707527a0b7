import type { Messages } from '../locales/en'
import type { ViewHeader } from './pages'
import { useEmbeddedMessages } from './use-embedded-messages'

type Titles = Messages['embedded']['titles']

export const EmbeddedTitle = ({ view }: { view: keyof Titles }) => <>{useEmbeddedMessages().titles[view]}</>

/** The header of a view of the embedded wallet. */
export function titledEmbedded(view: keyof Titles): ViewHeader {
  return { Title: () => <EmbeddedTitle view={view} /> }
}
