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

/** Every way in without a wallet, where wallets come first on Connect. */
export default function EmailLogin(): ReactNode {
  useSheet(css)
  useEffect(() => {
    // Opened by its name, where the site has no such way.
    if (!config.email && !reachableSocials(config.socials)[0]) return resetView('Connect')
    // Whoever is sent back is told why.
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
