import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ensureOtherEngines, miniBrowser, otherEngines } from './engines.mjs'

// As a release sets it for all its checks.
beforeEach(() => void vi.stubEnv('NOTHING_SKIPPED', ''))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('WebKitGTK’s browser is found on any architecture', () => {
  const root = mkdtempSync(join(tmpdir(), 'lib-'))
  try {
    expect(miniBrowser(root)).toBeUndefined()
    const folder = join(root, 'aarch64-linux-gnu/webkit2gtk-4.1')
    mkdirSync(join(root, 'apt'))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'MiniBrowser'), '')
    expect(miniBrowser(root)).toBe(join(folder, 'MiniBrowser'))
    expect(miniBrowser(join(root, 'none'))).toBeUndefined()
  } finally {
    rmSync(root, { recursive: true })
  }
})

describe('ensureOtherEngines', () => {
  /** A mirror that delivers at the given try, counted from 1. */
  function mirror(answersAt) {
    const tries = []
    return {
      tries,
      missing: (engine) => (engine === 'WebKitGTK' && tries.length < answersAt ? ['webkit2gtk-driver', 'xvfb'] : []),
      install: async (packages, minutes) => tries.push(`${packages.join(' ')}: ${minutes}`),
    }
  }

  test('installs what is missing', async () => {
    vi.stubEnv('CI', '')
    const { tries, ...given } = mirror(1)
    await ensureOtherEngines(given)
    expect(tries).toEqual(['webkit2gtk-driver xvfb: 4'])
  })
  test('tries again, and longer, if everything has to pass', async () => {
    vi.stubEnv('CI', 'true')
    const slow = mirror(2)
    await ensureOtherEngines(slow)
    expect(slow.tries).toEqual(['webkit2gtk-driver xvfb: 4', 'webkit2gtk-driver xvfb: 10'])
    const quick = mirror(1)
    await ensureOtherEngines(quick)
    expect(quick.tries).toHaveLength(1)
  })
  test('installs nothing if all is there', async () => {
    const { tries, ...given } = mirror(0)
    await ensureOtherEngines(given)
    expect(tries).toEqual([])
  })
})

describe('otherEngines', () => {
  test('pass if present, once they are installed', async () => {
    let here = false
    const installed = Promise.resolve().then(() => {
      here = true
    })
    const { run } = otherEngines(installed, () => (here ? [] : ['xvfb']))
    expect(await run()).toEqual({ passed: 2, failed: 0 })
  })
  test.each([
    ['can be had, is a failure', true, 1],
    ['cannot be had here, is none', false, 0],
  ])('error: a missing one is named, and if it %s', async (_, installable, failed) => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const lacks = (engine) => (engine === 'WebKitGTK' ? ['xvfb', 'xauth'] : [])
    const { run } = otherEngines(Promise.resolve(), lacks, async () => installable)
    expect(await run()).toEqual({ passed: 1, failed })
    expect(told.mock.calls).toEqual([['WebKitGTK is not installed here: apt-get install xvfb xauth']])
  })
  test('error: before a release a missing one is a failure, installable or not', async () => {
    vi.stubEnv('NOTHING_SKIPPED', '1')
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { run } = otherEngines(
      Promise.resolve(),
      () => ['xvfb'],
      async () => false,
    )
    expect(await run()).toEqual({ passed: 0, failed: 2 })
  })
})
