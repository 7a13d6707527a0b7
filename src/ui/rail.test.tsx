import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Rail } from './Rail'

describe('Rail', () => {
  test.each([undefined, 'buy'])('each of its buttons can be styled by ::part(button), whether it acts or selects', (value) => {
    const items = ['send', 'buy'].map((id) => ({ id, label: id }))
    const drawn = renderToStaticMarkup(<Rail label="Actions" items={items} value={value} onPick={() => {}} />)
    expect(drawn.match(/<button[^>]* part="button"/g)).toHaveLength(items.length)
  })
})
