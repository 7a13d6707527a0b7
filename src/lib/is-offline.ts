/** Whether the browser says that it has no network. Where it says nothing, there is one. */
export const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false
