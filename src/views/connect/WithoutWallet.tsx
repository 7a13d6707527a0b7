import { useSnapshot } from 'valtio'
import { navigate } from '../../controllers/modal'
import { namespacesOf } from '../../lib/caip'
import { isEmbeddable } from '../../lib/embeddable'
import { reachableSocials } from '../../lib/reachable-socials'
import { isSocial, type Social, socialName } from '../../lib/social'
import { config } from '../../state/config'
import { modal } from '../../state/modal'
import { Button } from '../../ui/Button'
import { Rail, type RailItem } from '../../ui/Rail'
import { useSheet } from '../../ui/sheet'
import { useEmbeddedMessages } from '../use-embedded-messages'
import { EmailField } from './EmailField'
import { chooseSocial, itemOf, SocialWays } from './SocialWays'
import css from './WithoutWallet.css?inline'

type Props = {
  /** Above the wallets instead of below. */
  lead?: boolean
  /** Why nothing can be pressed yet; undefined where it can. */
  disabled?: string | undefined
  /** Called when something is written in the field. */
  onWrite?: (() => void) | undefined
}

/** How many logos fit below the wallets; the rest is behind one button. */
const SIGNS = 4

/** E-mail and social logins on Connect: in full above the wallets, or as a strip below. With `connect-order` one may be above and one below. */
export default function WithoutWallet({ lead = false, disabled, onWrite }: Props) {
  useSheet(css)
  const t = useEmbeddedMessages()
  const { networkIds, email, socials, connectOrder: [first, second] = [] } = useSnapshot(config)
  const wanted = useSnapshot(modal).stack[0]?.data?.namespace
  const off = disabled !== undefined
  const isHere = (way: 'email' | 'social') => second !== 'wallet' || (first === way) === lead
  const ways = { email: email && isHere('email'), socials: isHere('social') ? reachableSocials(socials) : [], disabled: off }
  if (!ways.email && ways.socials.length === 0) return null
  if (!(wanted ? [wanted] : namespacesOf(networkIds)).some(isEmbeddable)) return null
  if (lead)
    return (
      <div className="without-wallet" onInput={onWrite}>
        <Both {...ways} />
        <p className="without-or">{t.orWallet}</p>
      </div>
    )
  return (
    <div className="without-wallet" data-last>
      <p className="without-or">{t.orWithout}</p>
      <Strip {...ways} />
    </div>
  )
}

type Ways = { readonly email: boolean; readonly socials: readonly Social[]; readonly disabled?: boolean }

/** All ways without a wallet, in the host's order. */
export function Ways() {
  const { email, socials } = useSnapshot(config)
  return <Both email={email} socials={reachableSocials(socials)} />
}

function Both({ email, socials, disabled = false }: Ways) {
  const socialFirst = useSocialFirst()
  return (
    <>
      {socialFirst && <SocialWays socials={socials} disabled={disabled} />}
      {email && <EmailField disabled={disabled} />}
      {!socialFirst && <SocialWays socials={socials} disabled={disabled} />}
    </>
  )
}

/** Whether the host puts social networks before e-mail. */
const useSocialFirst = () => useSnapshot(config).connectOrder?.find((way) => way !== 'wallet') === 'social'

function Strip({ email, socials, disabled = false }: Ways) {
  const t = useEmbeddedMessages()
  const socialFirst = useSocialFirst()
  if (socials.length === 0)
    return (
      <Button kind="line" full icon="mail" disabled={disabled} onClick={() => navigate('EmailLogin')}>
        {t.emailShort}
      </Button>
    )
  const shown = socials.length > SIGNS ? socials.slice(0, SIGNS - 1) : socials
  const left = socials.length - shown.length
  const items: RailItem[] = shown.map((social) => itemOf(social, t.with(socialName(social)), disabled))
  const mail: RailItem[] = email ? [{ id: 'email', label: t.emailShort, icon: 'mail', disabled }] : []
  items.splice(socialFirst ? items.length : 0, 0, ...mail)
  if (left > 0) items.push({ id: 'more', label: t.more(left), icon: 'dots', bare: true, disabled })
  if (!email && items.length === 1) return <SocialWays socials={socials} disabled={disabled} />
  return <Rail label={t.ways} items={items} onPick={(id) => (isSocial(id) ? chooseSocial(id) : navigate('EmailLogin'))} />
}
