import type { CaipNetworkId } from '../lib/caip'
import type { WalletError } from '../lib/errors'
import type { Social } from '../lib/social'
import type { AccountType } from '../lib/wallet'
import type { FrameSettings } from './auth-frame'
import type { FrameUser } from './auth-messages'

/** The page's settings for the embedded wallet. */
export type AuthConfig = Omit<FrameSettings, 'chainId'> & {
  readonly metadata: { name: string; description: string; url: string; icons: readonly string[] }
  readonly sdkVersion: string
  /** Preferred for EVM accounts. */
  accountType(): AccountType
  /** Name of the connection on screen. */
  label(): { name: string }
  /** The social network used to sign in, if any. */
  via(): Social | undefined
  /** The login has ended. */
  onForgotten(): void
  /** It has ended at the site, which a request has shown: LOGIN_EXPIRED, the error of that request too. */
  onExpired?(error: WalletError): void
  /** A frame has started: a sign-in begun in an earlier one is lost. */
  onStart(): void
  /** A request needs the visitor's approval: resolves once the approval view is shown. */
  approve(id: string, method: string): Promise<void>
  /** The request has ended; `done`: it succeeded. */
  settled(id: string, done: boolean): void
  /** A method outside the lists was requested; open unsafe requests have been aborted. */
  refused(method: string): void
  /** Reads from a chain while the frame is on another. */
  read?(networkId: CaipNetworkId, call: { method: string; params?: unknown }): Promise<unknown>
  /** What the frame reports about its user. */
  onUser(user: FrameUser): void
}
