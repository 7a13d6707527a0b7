import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { forgetProblem } from '../controllers/email-login'
import { config } from '../state/config'
import { Body } from '../ui/Body'
import { useSheet } from '../ui/sheet'
import { EmailField } from './connect/EmailField'
import { SocialWays } from './connect/SocialWays'
import css from './connect/WithoutWallet.css?inline'
import { titled } from './titled-embedded'

export const header = titled('EmailLogin')

/** E-mail and every social network, where wallets come first on Connect. */
export default function EmailLogin(): ReactNode {
  useSheet(css)
  const { email } = useSnapshot(config)
  useEffect(forgetProblem, [])
  return (
    <Body>
      <div className="without-wallet">
        {email && <EmailField />}
        <SocialWays />
      </div>
    </Body>
  )
}
