import { describe, expect, test } from 'vitest'
import { hueOf } from './letter-tile'

describe('hueOf', () => {
  test('gives a wallet the same hue whatever the case of its name', () => {
    expect(hueOf('Harbor')).toBe(hueOf('HARBOR'))
    expect(hueOf('Harbor')).not.toBe(hueOf('Lumen'))
  })
})
