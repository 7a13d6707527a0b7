import { describe, expect, test } from 'vitest'
import { isDismissed } from './sheet-drag'

describe('isDismissed', () => {
  test('lets a sheet go beyond 40 % of its height, however slowly', () => {
    expect([isDismissed(241, 5000, 600), isDismissed(239, 5000, 600)]).toEqual([true, false])
  })
  test('lets it go at half a pixel a millisecond', () => {
    expect([isDismissed(60, 100, 600), isDismissed(60, 200, 600)]).toEqual([true, false])
  })
  test('keeps it after a twitch, however fast', () => {
    expect(isDismissed(20, 1, 600)).toBe(false)
  })
  test('keeps it after a drag upwards', () => {
    expect(isDismissed(-300, 100, 600)).toBe(false)
  })
})
