import { isMobile } from '../lib/platform'
import type { ViewHeaderProps } from './pages'
import { useConnecting } from './use-connecting'
import { useMessages } from './use-messages'

/** Which wallet is asked, and what kind it is. */
export function WalletHeader({ frame }: ViewHeaderProps) {
  const t = useMessages()
  const { name, route } = useConnecting()
  return frame({ title: name, sub: route.kind === 'installed' && !isMobile() ? t.connecting.extension : t.connecting.app })
}
