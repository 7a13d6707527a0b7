import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall, isAptReachable, isDebianRoot } from './browser.mjs'

// Debian's own builds: they need no download by Playwright.
export const FIREFOX = '/usr/bin/firefox-esr'
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

/** Path of WebKitGTK's own browser, in the folder that Debian names after the machine's kind; undefined where it is not. */
export function miniBrowser(root = '/usr/lib') {
  const folders = existsSync(root) ? readdirSync(root) : []
  return folders.map((folder) => join(root, folder, 'webkit2gtk-4.1/MiniBrowser')).find((path) => existsSync(path))
}

/** What the journeys in other engines stand on (`e2e/journeys.ts`), by the package that brings it. */
const engines = {
  'Firefox ESR': { 'firefox-esr': () => existsSync(FIREFOX) },
  WebKitGTK: {
    'webkit2gtk-driver': () => existsSync(WEBKIT_DRIVER) && miniBrowser() !== undefined,
    xvfb: () => existsSync('/usr/bin/xvfb-run'),
    xauth: () => existsSync('/usr/bin/xauth'),
  },
}

/** Packages that an engine lacks here. */
export const lacking = (engine) => Object.entries(engines[engine]).flatMap(([name, isThere]) => (isThere() ? [] : [name]))

/** Why the journeys in an engine cannot run here, as a sentence; undefined where they can. */
export function missingEngine(engine, packages = lacking(engine)) {
  return packages.length > 0 ? `${engine} is not installed here: apt-get install ${packages.join(' ')}` : undefined
}

/**
 * Installs Firefox ESR and WebKitGTK where they are missing and root on Debian asks. A mirror that does not answer must not use
 * up the time of the tests; where everything has to pass it is asked once more, and for longer.
 */
export async function ensureOtherEngines({ missing = lacking, install = isDebianRoot() ? aptInstall : undefined } = {}) {
  for (const minutes of process.env.CI ? [4, 10] : [4]) {
    const packages = Object.keys(engines).flatMap(missing)
    if (packages.length > 0) await install?.(packages, minutes)
  }
}

/**
 * Where everything has to pass, an engine that could have been installed and is not there is a failure, and where nothing may be
 * skipped, as before a release, any. One that is missing is told by its name either way, and its journeys are skipped.
 */
export const otherEngines = (installed, missing = lacking, installable = isAptReachable) => ({
  name: 'Firefox and WebKit',
  run: async () => {
    await installed
    const told = Object.keys(engines).flatMap((engine) => missingEngine(engine, missing(engine)) ?? [])
    for (const sentence of told) console.error(sentence)
    const needed = told.length > 0 && (process.env.NOTHING_SKIPPED === '1' || (await installable()))
    const failed = needed ? told.length : 0
    return { passed: Object.keys(engines).length - told.length, failed }
  },
})
