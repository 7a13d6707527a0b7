/** Whether what is loaded under this status has still to come; a failure, and an answer, are an end. */
export const isWaiting = (status: string): boolean => status === 'idle' || status === 'loading'
