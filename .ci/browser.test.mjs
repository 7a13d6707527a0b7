import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from './root.mjs'

describe('findBrowser', () => {
  test('error: without a browser, a package manager and a network it says what to do', { timeout: 60_000 }, () => {
    const empty = mkdtempSync(join(tmpdir(), 'no-browser-'))
    const ask = `import { findBrowser } from ${JSON.stringify(at('.ci/browser.mjs'))}
      await findBrowser().then((path) => console.log(path), (error) => console.log(error.message))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', ask], {
      encoding: 'utf8',
      env: { HOME: empty, PATH: empty, PLAYWRIGHT_BROWSERS_PATH: empty, PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9' },
    })
    rmSync(empty, { recursive: true, force: true })
    const last = stdout.trim().split('\n').at(-1)
    // A browser outside PATH, as on a Mac, is found.
    expect(last).toMatch(
      /^No browser to test with\. Install Chromium or Chrome, or set CHROME_PATH to one|^\/Applications|^[A-Z]:/,
    )
  })
})
