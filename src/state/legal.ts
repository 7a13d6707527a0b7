import { store } from './store'

/** Whether the visitor ticked the terms; kept for the browser session. */
export const legal = store(() => ({ accepted: false }))
