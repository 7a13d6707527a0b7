import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall, isAptReachable, isDebianRoot } from './apt.mjs'

// Debian's builds, so that Playwright downloads nothing.
export const FIREFOX = '/usr/bin/firefox-esr'
export const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'

/** Path of WebKitGTK's MiniBrowser, in Debian's folder for the machine's architecture; undefined if it is not installed. */
export function miniBrowser(root = '/usr/lib') {
  const folders = existsSync(root) ? readdirSync(root) : []
  return folders.map((folder) => join(root, folder, 'webkit2gtk-4.1/MiniBrowser')).find((path) => existsSync(path))
}

/** What the journeys in other engines need (`e2e/journeys.ts`), by the package that provides it. */
const engines = {
  'Firefox ESR': { 'firefox-esr': () => existsSync(FIREFOX) },
  WebKitGTK: {
    'webkit2gtk-driver': () => existsSync(WEBKIT_DRIVER) && miniBrowser() !== undefined,
    xvfb: () => existsSync('/usr/bin/xvfb-run'),
    xauth: () => existsSync('/usr/bin/xauth'),
  },
}

/** Packages that are missing here for an engine. */
export const lacking = (engine) => Object.entries(engines[engine]).flatMap(([name, isThere]) => (isThere() ? [] : [name]))

/** A sentence on why the journeys in an engine cannot run here; undefined if they can. */
export function missingEngine(engine, packages = lacking(engine)) {
  return packages.length > 0 ? `${engine} is not installed here: apt-get install ${packages.join(' ')}` : undefined
}

/**
 * Installs Firefox ESR and WebKitGTK if they are missing and we are root on Debian. A mirror that does not answer must not use
 * up the time of the tests; in CI it is tried once more, and for longer.
 */
export async function ensureOtherEngines({ missing = lacking, install = isDebianRoot() ? aptInstall : undefined } = {}) {
  for (const minutes of process.env.CI ? [4, 10] : [4]) {
    const packages = Object.keys(engines).flatMap(missing)
    if (packages.length > 0) await install?.(packages, minutes)
  }
}

/**
 * In CI, a missing engine that could have been installed is a failure; if nothing may be skipped, as before a release, any missing
 * engine is. Otherwise a missing engine is reported by name and its journeys are skipped.
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
