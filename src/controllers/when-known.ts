/** Nodes of one address are not all at the same block: so often, and after so long, one that is behind is asked again. */
const [LOOKS, PAUSE_MS] = [5, 1_000]

/** Does what hangs on a transaction that was mined just now, and again where it is said to fail; the last time whatever is said. */
export const whenKnown = (work: (isLast: boolean) => Promise<void>, looks = LOOKS): Promise<void> =>
  work(looks === 0).catch(async (cause) => {
    // What came with that transaction may be missing, too.
    if (looks === 0 || !['TRANSACTION_WOULD_FAIL', 'SEND_INCOMPLETE'].includes(cause.code)) throw cause
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return whenKnown(work, looks - 1)
  })
