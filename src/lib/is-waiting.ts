/** How far data have loaded. */
export type Loaded = 'idle' | 'loading' | 'ready' | 'failed'

/** Whether data with this load status are still to come. */
export const isWaiting = (status: string): boolean => status === 'idle' || status === 'loading'
