/** Stands before the id of a batch where a transaction has its hash; no hash begins so. */
const MARK = 'batch_'

/** A batch's id in the place of the hash that nobody knows yet. */
export const hashFor = (id: string): string => MARK + id

/** The id that stands in the place of a hash; undefined where that is a transaction's. */
export const batchIn = (hash: string): string | undefined => (hash.startsWith(MARK) ? hash.slice(MARK.length) : undefined)
