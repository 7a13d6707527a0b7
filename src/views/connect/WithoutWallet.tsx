import { navigate } from '../../controllers/modal'
import { Button } from '../../ui/Button'
import { useSheet } from '../../ui/sheet'
import { useEmbeddedMessages } from '../use-embedded-messages'
import { EmailField } from './EmailField'
import css from './WithoutWallet.css?inline'

type Props = {
  /** It heads the view; wallets come after. */
  lead?: boolean
  /** Why nothing can be pressed yet. */
  disabled?: string | undefined
}

/** E-mail login on Connect: in full above the wallets, or a press away under them. */
export default function WithoutWallet({ lead, disabled }: Props) {
  useSheet(css)
  const t = useEmbeddedMessages()
  const off = disabled !== undefined
  if (lead)
    return (
      <div className="without-wallet">
        <EmailField disabled={off} />
        <p className="without-or">{t.orWallet}</p>
      </div>
    )
  return (
    <div className="without-wallet" data-last>
      <p className="without-or">{t.orWithout}</p>
      <Button kind="line" full icon="mail" disabled={off} onClick={() => navigate('EmailLogin')}>
        {t.emailShort}
      </Button>
    </div>
  )
}
