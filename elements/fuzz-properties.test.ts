import fc from 'fast-check'
import { describe, test } from 'vitest'
import { hostileJson, hostileObject, inputs, made, survive } from '../.ci/hostile'
import '../src/lib/later-errors'
import { attributeNames, parseProperty } from './attributes'

const list = fc.array(hostileObject, { maxLength: 3 }).map((makers) => () => makers.map((make) => make()))
const record = hostileObject.map((make) => () => ({ 'eip155:1': make(), a: make() }))
const given = fc.oneof(hostileJson.map(made), hostileObject, list, record)

describe(`fuzz: properties, ${inputs} each`, () => {
  test.each(attributeNames)('that of %s', async (name) => {
    await fc.assert(
      fc.asyncProperty(given, async (make) => {
        await survive(() => parseProperty(name, make()))
      }),
      { numRuns: inputs },
    )
  })
})
