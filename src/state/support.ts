import type { SupportView } from '../lib/login-user'
import { store } from './store'

/** Support's views of the logged-in user's account so far, newest first. */
export const support = store(() => ({ views: [] as readonly SupportView[] }))
