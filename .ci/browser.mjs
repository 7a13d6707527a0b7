import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall, isDebianRoot } from './apt.mjs'
import { run, tools } from './command.mjs'
import { isMain } from './root.mjs'

/** Headless Chromium: a journey takes about half as long as in the full browser. */
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
 * Path of an installed Chromium or Chrome that starts, or `undefined`. `CHROME_PATH` comes first, then the headless
 * shell.
 */
export function installedBrowser() {
  const { env } = process
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = [env.CHROME_PATH ?? '', ...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places]
  return candidates.find((path) => path && isExecutable(path) && starts(path))
}

/**
 * Path of a Chromium to test with: an installed one, else Debian's package when root on Debian (the headless shell,
 * also beside a full browser if a check has no time for that one), else Playwright's own download. Throws an error with
 * a readable message if none of these works.
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

// Some distributions install a script that only says where to get the browser. On Windows `--version` would open a window.
function starts(path) {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

if (isMain(import.meta.url)) console.log(await findBrowser())
