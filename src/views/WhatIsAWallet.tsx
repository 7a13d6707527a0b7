import { navigate } from '../controllers/modal'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import type { IconName } from '../ui/icons'
import { useSheet } from '../ui/sheet'
import { IconTile } from '../ui/WalletIcon'
import { titled } from './titled'
import { useMessages } from './use-messages'
import css from './WhatIsAWallet.css?inline'

export const header = titled('WhatIsAWallet')

/** Three facts for visitors without a wallet. */
export default function WhatIsAWallet() {
  useSheet(css)
  const t = useMessages().help
  return (
    <Body>
      <ul className="wallet-facts">
        <Fact icon="wallet" title={t.holds} text={t.holdsMore} />
        <Fact icon="key" title={t.replaces} text={t.replacesMore} />
        <Fact icon="shield" title={t.charge} text={t.chargeMore} />
      </ul>
      <Button kind="primary" full onClick={() => navigate('GetWallet')}>
        {t.choose}
      </Button>
    </Body>
  )
}

function Fact({ icon, title, text }: { icon: IconName; title: string; text: string }) {
  return (
    <li>
      <IconTile icon={icon} />
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
    </li>
  )
}
