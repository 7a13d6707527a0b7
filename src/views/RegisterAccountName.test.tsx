import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { names } from '../state/names'
import { resetStores } from '../state/store'
import { Suggestions } from './RegisterAccountName'

afterEach(resetStores)

test('another name is offered until one is claimed; while the wallet was asked to sign, a press on it did nothing', () => {
  const suggestions = ['adas', 'adashub'].map((label) => ({ name: `${label}.reown.id`, registered: false }))
  Object.assign(names, { label: 'adas', status: 'ready', suggestedFor: 'adas', suggestions })
  const kinds = () => {
    const drawn = renderToStaticMarkup(<Suggestions />)
    return [...drawn.matchAll(/<(\w+)[^>]* class="list-row"/g)].map(([, kind]) => kind)
  }
  expect(kinds()).toEqual(['button'])
  for (const registering of ['signing', 'sending'] as const) {
    names.registering = registering
    expect(kinds(), registering).toEqual(['div'])
  }
})
