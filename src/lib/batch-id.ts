/** Prefix of a batch's id in the place of a transaction's hash; no hash begins like this. */
const MARK = 'batch_'

/** A batch's id in the form of a hash, while there is none. */
export const hashFor = (id: string): string => MARK + id

/** Whether the id of a batch stands in the place of a hash. */
export const isBatch = (hash: string): boolean => hash.startsWith(MARK)

/** The batch's id in such a hash; undefined for a transaction's. */
export const batchIn = (hash: string): string | undefined => (isBatch(hash) ? hash.slice(MARK.length) : undefined)
