import type { ErrorCode } from '../lib/errors'
import { nameError } from './name-error'
import { report } from './report'

/** A verb that views call: it never rejects, it reports, and resolves to whether it worked. `run` reports and rejects. */
type Action<Args extends unknown[], Result> = ((...args: Args) => Promise<boolean>) & {
  run: (...args: Args) => Promise<Result>
}

/** Makes an action; errors without a code of their own get the code `fallback`. */
export function action<Args extends unknown[], Result>(
  fallback: ErrorCode,
  perform: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const run = async (...args: Args): Promise<Result> => {
    try {
      return await perform(...args)
    } catch (cause) {
      const error = await nameError(cause, fallback)
      report(error)
      throw error
    }
  }
  const verb = (...args: Args) =>
    run(...args).then(
      () => true,
      () => false,
    )
  return Object.assign(verb, { run })
}
