import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { at } from './root.mjs'

/** Names of the reports that vitest and Playwright runs left in a folder. */
export const reportsIn = (folder) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^(vitest|playwright)[\w-]*\.json$/.test(name)) : []

/** Deletes them: those of an earlier run would be counted with the next one's. */
export function forgetReports(folder = at('.built')) {
  for (const name of reportsIn(folder)) rmSync(join(folder, name))
}
