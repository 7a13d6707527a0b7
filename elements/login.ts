import { type AssistOptions, assist } from '../src/controllers/assist'
import { part } from '../src/controllers/load-part'
import { loginFetch } from '../src/controllers/login-fetch'
import { onChange } from '../src/controllers/on-change'
import { hasLogin } from '../src/controllers/siwx-source'
import { wake } from '../src/controllers/wake'
import { WalletError } from '../src/lib/errors'
import type { LoginUser } from '../src/lib/login-user'
import { auth } from '../src/state/login'
import { showBanner } from './assist-banner'
import { toHost, told } from './host-errors'
import type { show } from './show'
import { signInWith } from './sign-in'

/** An element that can show views. */
export type ShowingElement = Parameters<typeof show>[0] & HTMLElement

/** `fetch` as the logged-in user. Rejects with a WalletError, reported once, and as `fetch` does. */
export async function fetchWith(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  await part(wake())
  try {
    return await loginFetch(input, init)
  } catch (error) {
    throw error instanceof WalletError ? told(error) : error
  }
}

/** Signs the operator in if needed, then asks for the support view. The element shows whose account is viewed until that ends. */
export async function assistWith(element: ShowingElement, options: AssistOptions): Promise<LoginUser> {
  await part(wake())
  if (!hasLogin()) throw told(new WalletError('LOGIN_REQUIRED'))
  // A view of another account ended the operator's own session.
  if (!auth.user || auth.operator) await signInWith(element)
  const user = await assist.run(options).catch(toHost)
  const hide = showBanner(element, user.address)
  const stop = onChange(
    [auth],
    () => auth.operator,
    () => {
      hide()
      stop()
    },
  )
  return user
}
