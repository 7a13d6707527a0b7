import { z } from '../lib/schema'

/**
 * A list with rows by many authors: a row that cannot be read is left out and must not hide the others. If none can be read, the answer
 * is invalid.
 */
export const rows = <Row>(row: z.ZodMiniType<Row>, max = Number.POSITIVE_INFINITY) =>
  z.pipe(
    z.array(z.catch(z.nullable(row), null)).check(
      z.maxLength(max),
      z.refine((all) => all.length === 0 || all.some((each) => each !== null)),
    ),
    z.transform((all) => all.filter((each) => each !== null)),
  )
