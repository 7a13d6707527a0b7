import { useSnapshot } from 'valtio'
import { navigate } from '../../controllers/modal'
import { namespacesOf } from '../../lib/caip'
import { isEmbeddable } from '../../lib/embeddable'
import { isSocial, socialName } from '../../lib/social'
import { config } from '../../state/config'
import { modal } from '../../state/modal'
import { Button } from '../../ui/Button'
import { Rail, type RailItem } from '../../ui/Rail'
import { useSheet } from '../../ui/sheet'
import { useEmbeddedMessages } from '../use-embedded-messages'
import { EmailField } from './EmailField'
import { reachableSocials } from './reachable-socials'
import { chooseSocial, itemOf, SocialWays } from './SocialWays'
import css from './WithoutWallet.css?inline'

type Props = {
  /** It heads the view; wallets come after. */
  lead?: boolean
  /** Why nothing can be pressed yet. */
  disabled?: string | undefined
  /** Something is being written in its field. */
  onWrite?: (() => void) | undefined
}

/** Signs on the strip under the wallets; what there is no room for stands behind one button. */
const SIGNS = 4

/** Ways in without a wallet on Connect: in full above the wallets, or a strip under them. */
export default function WithoutWallet({ lead, disabled, onWrite }: Props) {
  useSheet(css)
  const t = useEmbeddedMessages()
  const { networkIds, email, socials } = useSnapshot(config)
  const wanted = useSnapshot(modal).stack[0]?.data?.namespace
  const off = disabled !== undefined
  if (!email && reachableSocials(socials).length === 0) return null
  if (!(wanted ? [wanted] : namespacesOf(networkIds)).some(isEmbeddable)) return null
  if (lead)
    return (
      <div className="without-wallet" onInput={onWrite}>
        <Ways disabled={off} />
        <p className="without-or">{t.orWallet}</p>
      </div>
    )
  return (
    <div className="without-wallet" data-last>
      <p className="without-or">{t.orWithout}</p>
      <Strip disabled={off} />
    </div>
  )
}

/** E-mail and the social networks in the host's order. */
export function Ways({ disabled }: { disabled?: boolean }) {
  const { email, connectOrder } = useSnapshot(config)
  const socialFirst = connectOrder?.find((way) => way !== 'wallet') === 'social'
  return (
    <>
      {socialFirst && <SocialWays disabled={disabled} />}
      {email && <EmailField disabled={disabled === true} />}
      {!socialFirst && <SocialWays disabled={disabled} />}
    </>
  )
}

function Strip({ disabled }: { disabled: boolean }) {
  const t = useEmbeddedMessages()
  const { email, socials: named } = useSnapshot(config)
  const socials = reachableSocials(named)
  if (socials.length === 0)
    return (
      <Button kind="line" full icon="mail" disabled={disabled} onClick={() => navigate('EmailLogin')}>
        {t.emailShort}
      </Button>
    )
  const shown = socials.length > SIGNS ? socials.slice(0, SIGNS - 1) : socials
  const left = socials.length - shown.length
  const items: RailItem[] = shown.map((social) => itemOf(social, t.with(socialName(social)), disabled))
  if (email) items.unshift({ id: 'email', label: t.emailShort, icon: 'mail', disabled })
  if (left > 0) items.push({ id: 'more', label: t.more(left), icon: 'dots', bare: true, disabled })
  if (!email && items.length === 1) return <SocialWays disabled={disabled} />
  return <Rail label={t.ways} items={items} onPick={(id) => (isSocial(id) ? chooseSocial(id) : navigate('EmailLogin'))} />
}
