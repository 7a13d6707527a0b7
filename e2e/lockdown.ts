import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { LockdownOptions } from 'ses'
import type { Urls } from '../demo/stack/index'

// By default SES hides uncaught errors from the page's listeners, and the details of logged ones.
const heard: LockdownOptions = { errorTrapping: 'none', unhandledRejectionTrapping: 'none', consoleTaming: 'unsafe' }

/**
 * Locks a context's pages of one origin, by default the demo's, down with SES before their scripts run, as MetaMask does in its pages;
 * errors are still reported.
 */
export async function underLockdown(
  context: BrowserContext,
  options: LockdownOptions = {},
  origin = new URL((JSON.parse(process.env.STACK ?? '') as Urls).demo).origin,
): Promise<void> {
  const ses = dirname(createRequire(import.meta.url).resolve('ses/package.json'))
  const source = readFileSync(join(ses, 'dist/lockdown.umd.min.js'), 'utf8')
  const lockdown = `lockdown(${JSON.stringify({ ...heard, ...options })})`
  await context.addInitScript({ content: `if (location.origin === '${origin}') { ${source}; ${lockdown} }` })
}
