/** How far data have loaded. */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed'

/** Whether data with this load status are still to come. */
export const isWaiting = (status: string): boolean => status === 'idle' || status === 'loading'
