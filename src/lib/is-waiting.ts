/** Whether data with this load status are still to come. */
export const isWaiting = (status: string): boolean => status === 'idle' || status === 'loading'
