import { ensureInstalled } from './install.mjs'
import { ensureRedis } from './redis.mjs'

await ensureInstalled()
ensureRedis()
const { quick, runAll } = await import('./suites.mjs')
process.exitCode = await runAll(quick)
