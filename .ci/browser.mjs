import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run, tools } from './command.mjs'
import { isMain } from './root.mjs'

/** Chromium without a window: a journey takes about half the time that it takes in the whole browser. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((name) =>
    process.env[name] ? [join(process.env[name], 'Google/Chrome/Application/chrome.exe')] : [],
  ),
]

/**
 * Path of a Chromium or Chrome that is already here and starts, or `undefined`. `CHROME_PATH` goes first, then one
 * without a window.
 */
export function installedBrowser(env = process.env) {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [env.CHROME_PATH ?? '', ...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places]
  return candidates.find((path) => path && isExecutable(path) && starts(path))
}

/**
 * Path of a Chromium to test with: one that is here, else Debian's package when root on Debian (without a window,
 * also beside a whole browser where a check has no time for that one), else Playwright's own download. Throws with a
 * sentence when none of these works.
 */
export async function findBrowser() {
  const found = installedBrowser()
  const isChosen = found === process.env.CHROME_PATH || found?.endsWith(shell) || !process.env.CI
  if (found && isChosen) return found
  if (isDebianRoot())
    for (const name of found ? [shell] : [shell, 'chromium']) {
      await aptInstall([name], found ? 4 : 10)
      const installed = installedBrowser()
      if (installed && installed !== found) return installed
    }
  if (found) return found
  const own = await playwrightBrowser()
  if (own) return own
  throw new Error(
    'No browser to test with. Install Chromium or Chrome, or set CHROME_PATH to one, and run the command again ' +
      '(a download by Playwright was tried and failed; it needs the network).',
  )
}

/** Whether Debian's packages can be had here: we are root on it, and every source of it answers. */
export async function isAptReachable() {
  const once = ['-o', 'APT::Update::Error-Mode=any', '-o', 'Acquire::Retries=2']
  return isDebianRoot() && (await run('apt-get', ['update', '-qq', ...once], { quiet: true, minutes: 2 })) === 0
}

/** Installs packages of Debian; each step is ended after so many minutes. Whether they are there then is for the caller to see. */
export async function aptInstall(packages, minutes = 10) {
  console.log(`Installing ${packages.join(', ')} with apt-get …`)
  const quiet = { env: { DEBIAN_FRONTEND: 'noninteractive' }, quiet: true, minutes }
  // What was ended on its way lies half installed, and nothing else is installed before it is whole.
  await run('dpkg', ['--configure', '-a'], quiet)
  await run('apt-get', ['update', '-qq'], quiet)
  await run('apt-get', ['-o', 'DPkg::Lock::Timeout=120', 'install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
}

async function playwrightBrowser() {
  const { chromium } = await import('@playwright/test')
  if (isExecutable(chromium.executablePath())) return chromium.executablePath()
  console.log("Downloading Playwright's Chromium …")
  const root = process.platform === 'linux' && process.getuid?.() === 0
  await run(process.execPath, [tools.playwright, 'install', ...(root ? ['--with-deps'] : []), 'chromium'], { minutes: 10 })
  return isExecutable(chromium.executablePath()) ? chromium.executablePath() : undefined
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// Some distributions put a script there that only says where to get the browser. On Windows the question opens a window.
function starts(path) {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

/** Whether we may install packages of Debian. */
export function isDebianRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

if (isMain(import.meta.url)) console.log(await findBrowser())
