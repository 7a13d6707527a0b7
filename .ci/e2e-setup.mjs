import { rmSync } from 'node:fs'
import { tsImport } from 'tsx/esm/api'
import { prepare } from '../demo/prepare.mjs'
import { ensureHosts } from './hosts.mjs'
import { at, writeJson } from './root.mjs'

const OPERATOR = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

/**
 * Starts the local stack once for all end-to-end tests, on free ports, and stops it after them.
 * Tests find its URLs as JSON in `process.env.STACK`, developers in `.built/stack.json`.
 */
export default async function setup() {
  if (!(await prepare())) throw new Error('dist/ could not be built; what went wrong is above.')
  await ensureHosts()
  for (const left of ['contacted.txt', 'network-plan.json']) rmSync(at('.built', left), { force: true })
  const { startStack } = await tsImport('../demo/stack/index.ts', import.meta.url)
  // All tests share one IP address, hence no rate limits; the fourth development account is an operator.
  Object.assign(process.env, { RATE_LIMITS: 'off', ADMIN_ASSIST: 'on', ADMIN_ADDRESSES: OPERATOR })
  const stack = await startStack()
  process.env.STACK = JSON.stringify(stack.urls)
  writeJson(at('.built/stack.json'), stack.urls)
  return () => stack.stop()
}
