import type { Social } from '../lib/social'
import type { AccountType } from '../lib/wallet'
import type { FrameSettings } from './auth-frame'
import type { FrameUser } from './auth-messages'

/** What the embedded wallet needs to know of the page. */
export type AuthConfig = Omit<FrameSettings, 'chainId'> & {
  readonly metadata: { name: string; description: string; url: string; icons: readonly string[] }
  readonly sdkVersion: string
  /** Preferred for EVM accounts. */
  accountType(): AccountType
  /** What the connection is called on screen. */
  label(): { name: string }
  /** The social network that was signed in with, if any. */
  via(): Social | undefined
  /** Nobody is signed in any more. */
  onForgotten(): void
  /** A frame begins: it knows nothing of a sign-in that went on in one before. */
  onStart(): void
  /** An approval is needed: resolves once the person can see it. */
  approve(id: string, method: string): Promise<void>
  /** The request has ended; `done`: as it was asked for. */
  settled(id: string, done: boolean): void
  /** A method outside the lists was asked for; open unsafe requests have been rejected. */
  refused(method: string): void
  /** What the frame says of its user. */
  onUser(user: FrameUser): void
}
