import { afterEach, expect, test } from 'vitest'
import { guardedStorage } from '../lib/guarded-storage'
import { remember } from '../lib/storage'
import { untilHeard, usedKey, wasUsed } from './auth-used'

afterEach(() => guardedStorage.clear())

test.each(['heard', 'refused'])(
  'error: a sign-out that is %s after somebody has signed in again does not undo that',
  async (how) => {
    let tell = () => {}
    const told = new Promise<void>((resolve, reject) => {
      tell = () => (how === 'heard' ? resolve() : reject(new Error('busy')))
    })
    const leaving = untilHeard(told).catch(() => {})
    expect(wasUsed()).toBe(false)
    remember(usedKey, { used: true })
    tell()
    await leaving
    expect(wasUsed()).toBe(true)
  },
)
