import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { en, Messages } from '../locales/en'
import type { ViewName } from '.'
import type { EmbeddedTitle } from './titled-embedded'
import { useMessages } from './use-messages'

type Titles = typeof en.titles

/** Views of the embedded wallet, by their heading; a step of one is called as what it is a step of. */
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

/** Views that the first screen has a name for. */
type Own = 'Connect' | 'ConnectingWallet' | 'Account' | 'ConnectingWalletConnectBasic'

// Where there is such a wallet, the first screen has loaded its words already.
const OfEmbedded = lazy(() =>
  import('./titled-embedded').then(
    ({ EmbeddedTitle }) => ({ default: EmbeddedTitle }),
    () => ({ default: Plain }),
  ),
)

const Plain = (_: ComponentProps<typeof EmbeddedTitle>) => <>{useMessages().modal.wallet}</>

/** What a view is called whose own chunk, which brings its heading, did not come. */
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
