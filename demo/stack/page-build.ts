import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const demo = fileURLToPath(new URL('../', import.meta.url))
const shared = ['../../package-lock.json', '../built-page.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)))

/** Builds a page of `demo/` that has its own Vite configuration, if the build is missing or older than its source. */
export async function buildPage(name: 'wallet' | 'secure'): Promise<void> {
  const folder = join(demo, name)
  const built = join(folder, '.built', 'index.html')
  const sources = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = [...sources.map((each) => join(folder, each.name)), ...shared]
  const newest = Math.max(...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0))
  if (existsSync(built) && statSync(built).mtimeMs > newest) return
  const { build } = await import('vite')
  await build({ configFile: join(folder, 'vite.config.ts') })
}
