import { type ReactNode, useEffect } from 'react'
import { forgetProblem } from '../controllers/email-login'
import { termsFirst } from '../controllers/legal'
import { resetView } from '../controllers/modal'
import { reachableSocials } from '../lib/reachable-socials'
import { config } from '../state/config'
import { modal } from '../state/modal'
import { Body } from '../ui/Body'
import { useSheet } from '../ui/sheet'
import { Ways } from './connect/WithoutWallet'
import css from './connect/WithoutWallet.css?inline'
import { titledEmbedded } from './titled-embedded'

export const header = titledEmbedded('EmailLogin')

/** Every way to log in without a wallet; a view of its own if wallets come first on Connect. */
export default function EmailLogin(): ReactNode {
  useSheet(css)
  useEffect(() => {
    // A host may open this view although its site offers none of them.
    if (!config.email && !reachableSocials(config.socials)[0]) return resetView('Connect')
    // After Back the error stays: it says why.
    if (!termsFirst() && modal.direction !== 'prev') forgetProblem()
  }, [])
  return (
    <Body>
      <div className="without-wallet">
        <Ways />
      </div>
    </Body>
  )
}
