import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import '../src/lib/later-errors'
import { expectLinear, hostileText, inputs, sizeOf, survive } from '../.ci/hostile'
import { checkSetting } from '../.ci/settings-read'
import { attributeNames, type Parsed, parseAttribute, parseProperty } from './attributes'
import { cutAmount } from './cut-amount'

const near = [
  ...[
    'eip155:56 solana:x',
    'eip155:56=https://a.example/ eip155:1=http://b.example',
    'https://a.example/b?c',
    'wss://relay.example',
  ],
  ...[
    ...['swap onramp', 'google github', 'wallet email', 'io.metamask,a', 'true', 'false', 'en-GB', 'reown.id', 'Login'],
    ...['testnet', 'login', 'required', 'hide', 'eoa', 'badge', 'off', 'dark', 'Networks'],
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  ],
  'data:image/png;base64,AAAA',
]

describe(`fuzz: attributes, ${inputs} each`, () => {
  test.each(attributeNames)('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(hostileText(...near), async (text) => {
        const read = (await survive(() => parseAttribute(name, text))) as Parsed
        if (sizeOf(read) >= 40 * text.length + 500) throw new Error('More was read than was given')
        if (!read.ok) return
        checkSetting(name, read.value)
        // As a framework that sets the property to the value it read.
        const again = parseProperty(name, read.value)
        if (JSON.stringify(again) !== JSON.stringify(read))
          throw new Error(`${JSON.stringify(again)} is read of ${JSON.stringify(read)}`)
      }),
      { numRuns: inputs },
    )
  })

  test.each(attributeNames)('%s: a hundred thousand characters are parsed in linear time', (name) =>
    expectLinear((text) => parseAttribute(name, text), 'https://', 'eip155:1=https://a'),
  )

  test('cut amounts', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText('9999.999999', '0.00001'), async (text) => {
        expect(String(await survive(() => cutAmount(text))).length).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: inputs },
    )
  })
})
