import fc from 'fast-check'
import { describe, test } from 'vitest'
import { hostileJson, hostileLike, hostileObject, inputs, made, survive } from '../.ci/hostile'
import { checkSetting } from '../.ci/settings-read'
import '../src/lib/later-errors'
import { attributeNames, type Parsed, parseProperty } from './attributes'

const list = fc.array(hostileObject, { maxLength: 3 }).map((makers) => () => makers.map((make) => make()))
const record = hostileObject.map((make) => () => ({ 'eip155:1': make(), a: make() }))
const near = [
  ...[
    ['eip155:56', 'solana:x'],
    ['swap', 'onramp'],
    ['google', 'github'],
    ['wallet', 'email'],
    ['io.metamask', 'a b'],
  ],
  ...[{ 'eip155:1': 'https://a.example/' }, { 'eip155:1': ['https://a.example/', 'http://b.example'], 'eip155:56': null }],
  ...[
    true,
    false,
    'required',
    'https://a.example/b',
    'wss://relay.example',
    'data:image/png;base64,AAAA',
    'Login',
    'en-GB',
    'dark',
  ],
]
const given = fc.oneof(
  { weight: 3, arbitrary: hostileLike(...near).map(made) },
  hostileJson.map(made),
  hostileObject,
  list,
  record,
)

describe(`fuzz: properties, ${inputs} each`, () => {
  test.each(attributeNames)('that of %s', async (name) => {
    await fc.assert(
      fc.asyncProperty(given, async (make) => {
        const read = (await survive(() => parseProperty(name, make()))) as Parsed
        // An empty string, as frameworks set it for no value, has none.
        if (read.ok && read.value !== undefined) checkSetting(name, read.value)
      }),
      { numRuns: inputs },
    )
  })
})
