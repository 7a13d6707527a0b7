import { describe, expect, test } from 'vitest'
import { ALICE, answer, approval, BOB, both, connected } from '../../.ci/walletkit-world'
import { capabilitiesIn } from './wallet-connect-capabilities'

const ours = { '0x7a69': { atomic: { status: 'ready' } }, '0x38': { atomic: { status: 'supported' } }, '0x0': { flow: {} } }
const ask = (params: unknown[]) => ({ method: 'wallet_getCapabilities', params })
const able = (methods: string[]) => {
  const { eip155 } = approval(both(ALICE))
  return { eip155: { ...eip155, methods: [...eip155.methods, ...methods] } }
}

describe('capabilities given with the session', () => {
  test('are answered from the session, for its account and the requested chains, without asking the wallet', async () => {
    const { connection } = await connected(able(['wallet_getCapabilities']), undefined, undefined, {
      capabilities: JSON.stringify({ [ALICE.toLowerCase()]: ours }),
    })
    const { provider } = connection
    expect(await provider.request(ask([ALICE]))).toEqual(ours)
    const { '0x38': bnb, '0x0': all } = ours
    expect(await provider.request(ask([ALICE, ['0x38']]))).toEqual({ '0x38': bnb, '0x0': all })
    // It names none for the other account.
    const answered = answer({ '0x38': {} })
    expect(await provider.request(ask([BOB]))).toEqual({ '0x38': {} })
    expect(await answered).toMatchObject({ params: [BOB] })
  })

  test('are answered even if the wallet does not support the request', async () => {
    const { connection } = await connected(undefined, undefined, undefined, { capabilities: JSON.stringify({ [ALICE]: ours }) })
    expect(await connection.provider.request(ask([ALICE]))).toEqual(ours)
    await expect(connection.provider.request(ask([BOB]))).rejects.toMatchObject({ code: 'WALLET_METHOD_UNSUPPORTED' })
  })

  test('given in the session’s scopes, as WalletConnect’s guide says, are answered from there', async () => {
    const scopes = { 'eip155:56': { atomic: { status: 'ready' }, [`eip155:56:${ALICE}`]: { atomic: { status: 'supported' } } } }
    const { connection } = await connected(able(['wallet_getCapabilities']), undefined, undefined, undefined, scopes)
    expect(await connection.provider.request(ask([ALICE]))).toEqual({ '0x38': { atomic: { status: 'supported' } } })
  })
})

describe('capabilitiesIn', () => {
  const said = (sessionProperties: unknown, scopedProperties?: unknown) => ({ sessionProperties, scopedProperties })
  const [atomic, unable] = [{ status: 'supported' }, { status: 'unsupported' }]

  test('an invalid chain id matches none', () => {
    expect(capabilitiesIn(said({ capabilities: { [ALICE]: ours } }), [ALICE, [Symbol('0x38'), { valueOf: null }]])).toEqual({
      '0x0': { flow: {} },
    })
  })

  test('an object works as well as its JSON text', () => {
    expect(capabilitiesIn(said({ capabilities: { [ALICE]: ours } }), [ALICE])).toEqual(ours)
  })

  // As in CAIP-25, and as the universal provider reads it: in the session’s scopes, an account’s own before those of all.
  test.each([
    ['of a chain', { 'eip155:1': { atomic } }, { '0x1': { atomic } }],
    ['as a text', { 'eip155:1': { atomic: JSON.stringify(atomic) } }, { '0x1': { atomic } }],
    ['of an account on a chain', { 'eip155:84532': { [`eip155:84532:${ALICE}`]: { atomic } } }, { '0x14a34': { atomic } }],
    [
      'of an account that differs',
      { 'eip155:1': { atomic, auxiliaryFunds: { supported: true }, [`eip155:1:${ALICE.toLowerCase()}`]: { atomic: unable } } },
      { '0x1': { atomic: unable, auxiliaryFunds: { supported: true } } },
    ],
    ['of another account', { 'eip155:1': { atomic, [`eip155:1:${BOB}`]: { atomic: unable } } }, { '0x1': { atomic } }],
    ['of all chains', { eip155: { atomic } }, { '0x0': { atomic } }],
    ['nothing', { 'eip155:1': { other: atomic }, 'solana:1': { atomic }, 'eip155:x': { atomic } }, undefined],
    ['no scopes', { 'eip155:1': [atomic], 'eip155:2': null, 'eip155:3': 'atomic' }, undefined],
    ['a string', 'eip155:1', undefined],
    ['no text of an object', { 'eip155:1': { atomic: '{', flow: atomic } }, undefined],
  ])('capabilities in scopes: %s', (_, scopes, expected) => {
    expect(capabilitiesIn(said({ expiry: '2030' }, scopes), [ALICE])).toEqual(expected)
  })

  test('session-wide capabilities apply to all chains, and come with those of requested chains', () => {
    const session = said(
      { atomic: JSON.stringify(atomic), expiry: '2030' },
      { 'eip155:1': { atomic: unable }, 'eip155:56': { atomic } },
    )
    expect(capabilitiesIn(session, [ALICE, ['0x1']])).toEqual({ '0x0': { atomic }, '0x1': { atomic: unable } })
  })

  test.each([
    ['no properties', undefined, [ALICE]],
    ['no text of an object', { capabilities: '{' }, [ALICE]],
    ['a list', { capabilities: JSON.stringify([ours]) }, [ALICE]],
    ['nothing of the account', { capabilities: { [BOB]: ours } }, [ALICE]],
    ['a text for the account', { capabilities: { [ALICE]: 'all' } }, [ALICE]],
    ['a list for the account', { capabilities: { [ALICE]: [ours] } }, [ALICE]],
    ['a chain that is not an object', { capabilities: { [ALICE]: { '0x1': 'all' } } }, [ALICE]],
    ['no account', { capabilities: { [ALICE]: ours } }, []],
    ['an Object member', { capabilities: {} }, ['toString']],
    ['no list of params', { capabilities: { undefined: ours } }, undefined],
  ])('error: %s is ignored', (_, properties, params) => {
    expect(capabilitiesIn(said(properties), params)).toBe(undefined)
  })
})
