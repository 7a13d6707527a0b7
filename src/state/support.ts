import type { SupportView } from '../lib/login-user'
import { store } from './store'

/** When support viewed the logged-in user's account, newest first. */
export const support = store(() => ({ views: [] as readonly SupportView[] }))
