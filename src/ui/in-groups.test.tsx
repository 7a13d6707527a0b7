import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { InGroups } from './InGroups'

describe('InGroups', () => {
  test('promise 15: a line may break between the groups of four of a whole address, and the text is unchanged', () => {
    const text = 'Use the contract 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed at most twice'
    const drawn = renderToStaticMarkup(<InGroups>{text}</InGroups>)
    const groups = '0x5aAe b605 3F3E 94C9 b9A0 9f33 6694 35E7 Ef1B eAed'.split(' ')
    expect(drawn).toContain(groups.map((group) => `<span>${group}</span>`).join('<wbr/>'))
    expect(drawn.replace(/<[^>]+>/g, '')).toBe(text)
  })

  test('text without an address is unchanged', () => {
    expect(renderToStaticMarkup(<InGroups>Spend up to 10 DUSD of 0x123</InGroups>)).toBe('Spend up to 10 DUSD of 0x123')
  })
})
