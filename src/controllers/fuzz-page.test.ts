import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { hostileJson, hostileLike, hostileObject, hostileText, inputs, made, survive } from '../../.ci/hostile'
import { readShared } from '../api/login'
import { isCaipNetworkId } from '../lib/caip'
import { resultOf, stateOf } from '../lib/social-link'
import { enWhole } from '../locales/en-whole'
import { messages } from '../state/messages'
import { resetStores } from '../state/store'
import { overrideMessages } from './own-messages'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const own = {
  page: { connectWallet: 'Join', account: 'Purse {0}', network: 'On {0}' },
  receive: { only: ['Send on ', '{0}'] },
  errors: { USER_REJECTED: 'You said no', OFFLINE: ['You are offline', 'Look for the cable'] },
}

describe(`fuzz: a page’s own messages, ${inputs} each`, () => {
  afterEach(async () => {
    await overrideMessages(undefined)
    resetStores()
  })

  test('that replace ours', async () => {
    // A function of the page may return anything too, and so may entries of a list.
    const inside = hostileObject.map((make) => () => ({
      ...{ page: { connectWallet: make(), account: make(), network: make }, receive: { only: () => [make()] } },
      errors: { OFFLINE: [make()], USER_REJECTED: make() },
    }))
    const around = hostileObject.map((make) => () => ({ page: make(), errors: make(), receive: make() }))
    const { connectWallet, account } = messages.page
    const node = { an: 'element' }
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostileLike(own).map(made), hostileObject, inside, around), async (make) => {
        const refused = (await survive(() => overrideMessages(make()))) as readonly string[]
        if (!refused.every((name) => typeof name === 'string')) throw new Error('What is refused has no name')
        const { page, view } = messages
        const said = [page.connectWallet, page.account('ada.eth'), page.network('Base')]
        if (said.some((text) => typeof text !== 'string')) throw new Error('A text is none')
        const parts: unknown[] = view?.receive.only(node) ?? []
        if (parts.some((part) => typeof part !== 'string' && part !== node)) throw new Error('A part cannot be shown')
        const problems = Object.values(view?.errors ?? {}).flat()
        if (problems.some((text) => typeof text !== 'string')) throw new Error('What is said of an error is no text')
      }),
      { numRuns: inputs },
    )
    await overrideMessages(undefined)
    expect(messages.page).toMatchObject({ connectWallet, account })
  })

  test('with placeholders for arguments', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText('Purse {0}', '{1} of {0}{0}'), async (text) => {
        await overrideMessages({ page: { account: text } })
        // The name is inserted as often as it is named, and nothing in it is read as a placeholder.
        const name = '{0}{1}'
        const length = messages.page.account(name).length
        if (length > text.length * 2) throw new Error(`${text} becomes ${length} long`)
      }),
      { numRuns: inputs },
    )
  })
})

describe(`fuzz: messages from other windows of a login, ${inputs} each`, () => {
  const link = 'https://accounts.example/auth?client_id=a&state=s1'
  const result = 'https://secure.example/callback?code=c&state=s1'

  test('a social network’s window', async () => {
    expect(resultOf({ resultUri: result }, link)).toBe(result)
    const texts = hostileText(result, `https://auth.magic.link/?provider_authorization_url=${encodeURIComponent(result)}`)
    const said = fc.oneof(
      hostileLike({ resultUri: result }),
      hostileJson,
      texts.map((resultUri) => ({ resultUri })),
    )
    await fc.assert(
      fc.asyncProperty(said, async (message) => {
        const read = await survive(() => resultOf(message, link))
        if (read !== undefined && (typeof read !== 'string' || stateOf(read) !== 's1')) throw new Error('An answer of another')
      }),
      { numRuns: inputs },
    )
  })

  test('other tabs of the site', async () => {
    const user = { id: 'u', address: ADDRESS, chain: 'eip155:56', accountType: 'eoa', ref: null, createdAt: 'now' }
    const told = [{ session: { accessToken: 't', expiresIn: 60, user } }, { ended: true }]
    for (const message of told) expect(readShared(message)).toEqual(message)
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostileLike(...told).map(made), hostileObject), async (make) => {
        const read = (await survive(() => readShared(make()))) as ReturnType<typeof readShared>
        if (!read || 'ended' in read) return
        const { accessToken, expiresIn, user } = read.session
        if (typeof accessToken !== 'string' || !(expiresIn > 0) || !isCaipNetworkId(user.chain)) throw new Error('No session')
      }),
      { numRuns: inputs },
    )
  })
})

test('error: messages whose getters throw are reported by name, and the usual ones stay', async () => {
  const bomb = () => {
    throw new Error('No')
  }
  const shut = new Proxy({}, { get: bomb, ownKeys: bomb })
  expect(await overrideMessages(shut)).toEqual(['messages'])
  expect(await overrideMessages({ page: shut, errors: shut })).toEqual(['page', 'errors'])
  expect(messages.page.connectWallet).toBe(enWhole.page.connectWallet)
  await overrideMessages({ receive: { only: () => [{ no: 'node' }] } })
  expect(messages.view?.receive.only('Base')).toEqual(enWhole.receive.only('Base'))
})
