import { useSnapshot } from 'valtio'
import { navigate } from '../../controllers/modal'
import { socialName } from '../../lib/social'
import { config } from '../../state/config'
import { Rail, type RailItem } from '../../ui/Rail'
import { SocialMark } from '../../ui/SocialMark'
import { useSheet } from '../../ui/sheet'
import { useEmbeddedMessages } from '../use-embedded-messages'
import { EmailField } from './EmailField'
import { SocialWays } from './SocialWays'
import { useSocials } from './use-socials'
import css from './WithoutWallet.css?inline'

type Props = {
  /** They head the view; wallets come after. */
  lead?: boolean
  /** Why nothing can be pressed yet. */
  disabled?: string | undefined
}

/** E-mail and social login on Connect: in full above the wallets, or as one strip under them. */
export default function WithoutWallet({ lead, disabled }: Props) {
  useSheet(css)
  const t = useEmbeddedMessages()
  const { email } = useSnapshot(config)
  const off = disabled !== undefined
  if (!lead) return <Strip off={off} />
  return (
    <div className="without-wallet">
      {email && <EmailField disabled={off} />}
      <SocialWays disabled={off} />
      <p className="without-or">{t.orWallet}</p>
    </div>
  )
}

/** How many of them a strip has room for beside E-mail; the rest is a press away. */
const STRIP = 3

function Strip({ off }: { off: boolean }) {
  const t = useEmbeddedMessages()
  const { email } = useSnapshot(config)
  const { list, start } = useSocials()
  const shown = list.length > STRIP + 1 || (email && list.length > STRIP) ? list.slice(0, STRIP) : list
  const rest = list.length - shown.length
  const items: RailItem[] = [
    ...(email ? [{ id: 'email', label: t.emailShort, icon: 'mail' as const, disabled: off }] : []),
    ...shown.map((social) => ({
      id: social,
      label: t.with(socialName(social)),
      picture: <SocialMark social={social} />,
      bare: true,
      disabled: off,
    })),
    ...(rest > 0 ? [{ id: 'more', label: t.more(rest), icon: 'dots' as const, bare: true, disabled: off }] : []),
  ]
  const pick = (id: string) => {
    const social = list.find((each) => each === id)
    if (social) start(social)
    else navigate('EmailLogin')
  }
  return (
    <div className="without-wallet" data-last>
      <p className="without-or">{t.orWithout}</p>
      <Rail label={t.ways} items={items} onPick={pick} />
    </div>
  )
}
