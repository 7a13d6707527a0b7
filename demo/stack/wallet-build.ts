import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../wallet/', import.meta.url))
const lockfile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

/** Builds the wallet page when it is missing or older than its source. */
export async function buildWallet(): Promise<void> {
  const built = join(folder, '.built', 'index.html')
  const sources = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const newest = Math.max(...[...sources.map(({ name }) => join(folder, name)), lockfile].map((file) => statSync(file).mtimeMs))
  if (existsSync(built) && statSync(built).mtimeMs > newest) return
  const { build } = await import('vite')
  await build({ configFile: join(folder, 'vite.config.ts') })
}
