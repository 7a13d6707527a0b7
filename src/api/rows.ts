import { z } from '../lib/schema'

/**
 * A list whose rows strangers have a hand in: a row that cannot be read is left out and must not hide the others. Where none can
 * be, the answer is no such list.
 */
export const rows = <Row>(row: z.ZodMiniType<Row>, max = Number.POSITIVE_INFINITY) =>
  z.pipe(
    z.array(z.catch(z.nullable(row), null)).check(
      z.maxLength(max),
      z.refine((all) => all.length === 0 || all.some((each) => each !== null)),
    ),
    z.transform((all) => all.filter((each) => each !== null)),
  )
