import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { node, run, tools } from './command.mjs'
import { missing } from './install.mjs'
import { at, isMain, readJson } from './root.mjs'

const folder = at('demo/hosts')
const built = join(folder, '.built')

const next = join(folder, 'next')

/** The host projects, each a folder with a page; Next's, which generates its page, is separate. */
const hosts = () => readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.html')))

/** Installs the hosts' dependencies, once for all, and builds their pages if something changed. Throws a readable message. */
export async function ensureHosts() {
  const lacks = missing(readJson(join(folder, 'package-lock.json')), readJson(join(folder, 'node_modules/.package-lock.json')))
  if (lacks.length > 0) {
    console.log(`Installing the host projects with npm ci (${lacks.length} packages) …`)
    const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
    if (await run('npm', args, { minutes: 10, quiet: true }))
      throw new Error('The host projects could not be installed: npm ci in demo/hosts needs the npm registry once.')
  }
  if (!isNextBuilt() && (await buildNext()))
    throw new Error('The host project for Next does not build; what went wrong is above.')
  if (isBuilt()) return
  if (await node(join(folder, 'node_modules/vite/bin/vite.js'), ['build', folder, '--config', join(folder, 'vite.config.ts')]))
    throw new Error('The host projects do not build; what went wrong is above.')
}

const buildNext = () =>
  node(join(folder, 'node_modules/next/dist/bin/next'), ['build', next], {
    env: { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    minutes: 3,
  })

function isNextBuilt() {
  const mark = join(next, '.built/BUILD_ID')
  if (!existsSync(mark)) return false
  const files = [
    'package.json',
    'next.config.mjs',
    'proxy.js',
    ...readdirSync(join(next, 'app')).map((file) => join('app', file)),
  ]
  const { mtimeMs } = statSync(mark)
  return [...files.map((file) => join(next, file)), join(folder, 'package-lock.json')].every(
    (file) => statSync(file).mtimeMs <= mtimeMs,
  )
}

const sources = () =>
  [...hosts().flatMap((name) => readdirSync(join(folder, name)).map((file) => join(name, file))), 'app.ts', 'vite.config.ts']
    .filter((file) => !file.endsWith('node_modules'))
    .map((file) => join(folder, file))

function isBuilt() {
  const pages = hosts().map((name) => join(built, name, 'index.html'))
  if (pages.some((page) => !existsSync(page))) return false
  const { mtimeMs } = statSync(pages[0])
  return [...sources(), join(folder, 'package-lock.json')].every((file) => statSync(file).mtimeMs <= mtimeMs)
}

/** Checks each host's use of the elements against its framework's types; resolves to whether all pass. */
async function checkTypes() {
  let holds = true
  for (const name of hosts()) if (await node(tools.tsc, ['-p', join(folder, name)], { minutes: 2 })) holds = false
  return holds
}

if (isMain(import.meta.url)) {
  try {
    await ensureHosts()
    process.exitCode = (await checkTypes()) ? 0 : 1
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
