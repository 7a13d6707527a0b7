import { ensureInstalled } from './install.mjs'

await ensureInstalled()
const { quick, runAll } = await import('./suites.mjs')
process.exitCode = await runAll(quick)
