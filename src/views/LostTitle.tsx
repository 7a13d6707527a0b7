import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { en, Messages } from '../locales/en'
import type { ViewName } from '.'
import type { EmbeddedTitle } from './titled-embedded'
import { useMessages } from './use-messages'

type Titles = typeof en.titles

/** Titles for views of the embedded wallet; a step of a login has the login's title. */
const embedded: Record<Exclude<ViewName, keyof Titles | Own>, keyof Messages['embedded']['titles']> = {
  EmailLogin: 'EmailLogin',
  EmailVerifyOtp: 'EmailVerifyOtp',
  EmailVerifyDevice: 'EmailVerifyDevice',
  UpdateEmail: 'UpdateEmail',
  ConnectingSocial: 'EmailLogin',
  ConnectingFarcaster: 'ConnectingFarcaster',
  ApproveTransaction: 'ApproveTransaction',
  SmartSessionList: 'SmartSessions',
  SmartSessionCreated: 'SmartSessions',
}

/** Views whose title is in the first messages. */
type Own = 'Connect' | 'ConnectingWallet' | 'Account' | 'ConnectingWalletConnectBasic'

// With an embedded wallet its messages have been loaded by the first screen.
const OfEmbedded = lazy(() =>
  import('./titled-embedded').then(
    ({ EmbeddedTitle }) => ({ default: EmbeddedTitle }),
    () => ({ default: Plain }),
  ),
)

const Plain = (_: ComponentProps<typeof EmbeddedTitle>) => <>{useMessages().modal.wallet}</>

/** The title of a view whose chunk, which has its header, did not load. */
export default function LostTitle({ view }: { view: ViewName }): ReactNode {
  const t = useMessages()
  if (view in t.titles) return t.titles[view as keyof Titles]
  if (view in embedded)
    return (
      <Suspense fallback={t.modal.wallet}>
        <OfEmbedded view={embedded[view as keyof typeof embedded]} />
      </Suspense>
    )
  return t.modal.phoneTitle
}
