import { describe, expect, test } from 'vitest'
import { ALICE, answer, approval, BOB, both, connected } from '../../.ci/walletkit-world'
import { capabilitiesIn } from './wallet-connect-capabilities'

const ours = { '0x7a69': { atomic: { status: 'ready' } }, '0x38': { atomic: { status: 'supported' } }, '0x0': { flow: {} } }
const ask = (params: unknown[]) => ({ method: 'wallet_getCapabilities', params })
const able = (methods: string[]) => {
  const { eip155 } = approval(both(ALICE))
  return { eip155: { ...eip155, methods: [...eip155.methods, ...methods] } }
}

describe('what a wallet can do, told with its session', () => {
  test('is answered from the session, for its account and the chains asked for, and the wallet is not asked', async () => {
    const { connection } = await connected(able(['wallet_getCapabilities']), undefined, undefined, {
      capabilities: JSON.stringify({ [ALICE.toLowerCase()]: ours }),
    })
    const { provider } = connection
    expect(await provider.request(ask([ALICE]))).toEqual(ours)
    const { '0x38': bnb, '0x0': all } = ours
    expect(await provider.request(ask([ALICE, ['0x38']]))).toEqual({ '0x38': bnb, '0x0': all })
    // It has said nothing of the other one.
    const answered = answer({ '0x38': {} })
    expect(await provider.request(ask([BOB]))).toEqual({ '0x38': {} })
    expect(await answered).toMatchObject({ params: [BOB] })
  })

  test('is answered also where the wallet takes no such request', async () => {
    const { connection } = await connected(undefined, undefined, undefined, { capabilities: JSON.stringify({ [ALICE]: ours }) })
    expect(await connection.provider.request(ask([ALICE]))).toEqual(ours)
    await expect(connection.provider.request(ask([BOB]))).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  })
})

describe('capabilitiesIn', () => {
  test('what is no id of a chain names none', () => {
    expect(capabilitiesIn({ capabilities: { [ALICE]: ours } }, [ALICE, [Symbol('0x38'), { valueOf: null }]])).toEqual({
      '0x0': { flow: {} },
    })
  })

  test('an object does as well as its text', () => {
    expect(capabilitiesIn({ capabilities: { [ALICE]: ours } }, [ALICE])).toEqual(ours)
  })

  test.each([
    ['no properties', undefined, [ALICE]],
    ['no text of an object', { capabilities: '{' }, [ALICE]],
    ['a list', { capabilities: JSON.stringify([ours]) }, [ALICE]],
    ['nothing of the account', { capabilities: { [BOB]: ours } }, [ALICE]],
    ['a text for the account', { capabilities: { [ALICE]: 'all' } }, [ALICE]],
    ['a list for the account', { capabilities: { [ALICE]: [ours] } }, [ALICE]],
    ['a chain that is no object', { capabilities: { [ALICE]: { '0x1': 'all' } } }, [ALICE]],
    ['no account', { capabilities: { [ALICE]: ours } }, []],
    ['a member of every object', { capabilities: {} }, ['toString']],
    ['no list of params', { capabilities: { undefined: ours } }, undefined],
  ])('error: %s is no answer', (_, properties, params) => {
    expect(capabilitiesIn(properties, params)).toBe(undefined)
  })
})
