import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import '../lib/later-errors'
import { frameMethod, methodClass, safeMethods, unsafeMethods } from './auth-methods'
import { authProvider, authSolanaProvider } from './auth-provider'
import erc7715 from './vectors/erc7715_examples.json'

const access = () => ({
  networkId: () => 'eip155:56' as const,
  addresses: () => ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  switchTo: vi.fn(async () => {}),
  send: vi.fn(async () => 'sent'),
  read: () => undefined,
  refuse: vi.fn(),
})

const names = inFull(10_000, 1_000)

describe('promise 4, fault 44: methods', () => {
  test('promise 4: 41 are safe and 11 are not; each is classified', () => {
    expect([safeMethods.size, unsafeMethods.size]).toEqual([41, 11])
    expect([...safeMethods].every((method) => methodClass(method) === 'safe')).toBe(true)
    expect([...unsafeMethods].every((method) => methodClass(method) === 'unsafe')).toBe(true)
  })

  test('the later names of ERC-7715 are sent to the frame under the first ones', () =>
    expect(['wallet_requestExecutionPermissions', 'wallet_revokeExecutionPermission', 'eth_call'].map(frameMethod)).toEqual([
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'eth_call',
    ]))

  test(`promise 4: error: of ${names} other names 0 reach the frame, whatever their case, length or prototype`, async () => {
    const listed = [...safeMethods, ...unsafeMethods]
    const known = new Set([
      ...listed,
      ...['eth_requestAccounts', 'wallet_switchEthereumChain'],
      ...['wallet_requestExecutionPermissions', 'wallet_revokeExecutionPermission'],
    ])
    const wallet = access()
    const providers = [authProvider(wallet), authSolanaProvider(wallet)]
    const other = fc.oneof(
      fc.constantFrom('__proto__', 'constructor', 'toString', 'eth_sign', 'wallet_addEthereumChain', 'x'.repeat(4_096)),
      fc.constantFrom(...listed).map((name) => name.toUpperCase()),
      fc.constantFrom(...listed).map((name) => `${name} `),
      fc.string({ maxLength: 4_096 }),
    )
    await fc.assert(
      fc.asyncProperty(
        other.filter((name) => !known.has(name)),
        async (method) => {
          for (const provider of providers)
            await expect(provider.request({ method })).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
        },
      ),
      { numRuns: names },
    )
    expect(wallet.send).not.toHaveBeenCalled()
    expect(wallet.refuse).toHaveBeenCalledTimes(2 * names)
  })
})

describe('authProvider', () => {
  test('answers from the page’s state where possible', async () => {
    const wallet = access()
    const provider = authProvider(wallet)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x38')
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual(wallet.addresses())
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa4b1' }] })
    expect(wallet.switchTo).toHaveBeenCalledWith('eip155:42161')
    expect(wallet.send).not.toHaveBeenCalled()
  })

  test('error: calls whose target or data do not start with 0x are not sent', async () => {
    const wallet = access()
    const provider = authProvider(wallet)
    const to = wallet.addresses()[0]
    for (const call of [{}, { to: 'ada.eth' }, { to, data: 'a9059cbb' }, { to, value: '1' }, { to: '0x12' }])
      await expect(provider.request({ method: 'wallet_sendCalls', params: [{ calls: [call] }] })).rejects.toMatchObject({
        code: 'RPC_INVALID_PARAMS',
      })
    expect(wallet.send).not.toHaveBeenCalled()
    await provider.request({
      method: 'wallet_sendCalls',
      params: [{ version: '2.0.0', calls: [{ to, data: '0x', value: '0x1' }] }],
    })
    expect(wallet.send).toHaveBeenCalledOnce()
  })
})

describe('requests for an account that is not active', () => {
  const [own = ''] = access().addresses()
  const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const asked = (account: string): [string, unknown[]][] => [
    ['personal_sign', ['0x00', account]],
    ['eth_signTypedData_v4', [account, '{}']],
    ['eth_sendTransaction', [{ from: account, to: other, value: '0x1' }]],
    ['wallet_sendCalls', [{ from: account, calls: [{ to: other }] }]],
    ['wallet_revokePermissions', [{ pci: 'p', address: account }]],
  ]

  test.each(asked(other))('error: %s is not done by another account', async (method, params) => {
    const wallet = access()
    await expect(authProvider(wallet).request({ method, params })).rejects.toMatchObject({ code: 'WALLET_UNAUTHORIZED' })
    expect(wallet.send).not.toHaveBeenCalled()
  })

  test.each([
    ...asked(own.toLowerCase()),
    ['personal_sign', [other, own]],
    ['eth_sendTransaction', [{ to: other }]],
    ['eth_call', [{ from: other, to: other }, 'latest']],
  ] as [string, unknown[]][])('%s for the active account or none, or a read, is sent: %j', async (method, params) => {
    const wallet = access()
    expect(await authProvider(wallet).request({ method, params })).toBe('sent')
  })
})

describe('the two forms of ERC-7715', () => {
  const [from] = access().addresses()
  const to = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const data = { allowance: '0x10', start: 1, period: 3600 }
  const permission = { type: 'native-token-recurring-allowance', isAdjustmentAllowed: false, data }
  const rules = [{ type: 'expiry', isAdjustmentAllowed: false, data: { timestamp: 1_900_000_000 } }]
  const later = { chainId: '0x38', from, to, permission, rules }
  const granted = { context: '0x1234', address: from, expiry: 1_900_000_000, chainId: '0x38' }
  const sent = (wallet: ReturnType<typeof access>) => wallet.send.mock.calls as unknown[][]

  test.each([
    ['the account that acts', later, { type: 'account', data: { address: to } }],
    [
      'a signer',
      { ...later, to: undefined, signer: { type: 'keys', data: { keys: [1] } } },
      { type: 'keys', data: { keys: [1] } },
    ],
  ])('a request of the later form, with %s, is sent in the first one and answered in its own', async (_, asked, signer) => {
    const wallet = { ...access(), send: vi.fn(async (): Promise<unknown> => granted) }
    const answer = await authProvider(wallet).request({ method: 'wallet_requestExecutionPermissions', params: [asked] })
    const params = [{ chainId: '0x38', address: from, expiry: 1_900_000_000, signer, permissions: [permission], policies: [] }]
    expect(wallet.send.mock.calls).toEqual([['wallet_grantPermissions', params, 'unsafe']])
    expect(answer).toMatchObject([{ ...asked, context: '0x1234', dependencies: [] }])
  })

  test('the answer names the account that has granted it', async () => {
    const wallet = { ...access(), send: vi.fn(async (): Promise<unknown> => ({ ...granted, address: to })) }
    const params = [{ ...later, from: undefined }]
    const answer = await authProvider(wallet).request({ method: 'wallet_requestExecutionPermissions', params })
    expect(answer).toMatchObject([{ from: to }])
  })

  test('the examples of ERC-7715 work', async () => {
    const [request, response] = erc7715.examples.map(({ value }) => (value as object[])[0])
    const { permission, to, rules: [rule] = [] } = request as typeof later
    const { context } = response as { context: string }
    const wallet = { ...access(), send: vi.fn(async (): Promise<unknown> => ({ ...granted, context })) }
    const answer = await authProvider(wallet).request({ method: 'wallet_requestExecutionPermissions', params: [request] })
    const signer = { type: 'account', data: { address: to } }
    const asked = {
      chainId: '0x01',
      address: '0x...',
      expiry: rule?.data.timestamp,
      signer,
      permissions: [permission],
      policies: [],
    }
    expect(wallet.send.mock.calls).toEqual([['wallet_grantPermissions', [asked], 'unsafe']])
    expect(answer).toMatchObject([{ permission, context, dependencies: [] }])
  })

  test.each([
    ['the first name', 'wallet_grantPermissions', [{ chainId: '0x38', expiry: 1, signer: {}, permissions: [permission] }]],
    [
      'the later name',
      'wallet_requestExecutionPermissions',
      [{ chainId: '0x38', expiry: 1, signer: {}, permissions: [permission] }],
    ],
    [
      'the first name, to revoke in a list',
      'wallet_revokePermissions',
      [{ pci: 'p', permissions: [], expiry: 1, address: from }],
    ],
    ['the first name, to revoke by itself', 'wallet_revokePermissions', { pci: 'p', permissions: [], expiry: 1, address: from }],
  ])('a request of the first form is sent unchanged: %s', async (_, method, params) => {
    const wallet = access()
    expect(await authProvider(wallet).request({ method, params })).toBe('sent')
    expect(sent(wallet)).toEqual([[frameMethod(method), params, 'unsafe']])
  })

  test('the later revoke takes a context, and returns an empty result', async () => {
    const wallet = access()
    const params = [{ permissionContext: '0x1234' }]
    expect(await authProvider(wallet).request({ method: 'wallet_revokeExecutionPermission', params })).toEqual({})
    expect(sent(wallet)).toEqual([['wallet_revokePermissions', params, 'unsafe']])
  })

  test.each([
    ['two at once', [later, later]],
    ['a rule that cannot be enforced', [{ ...later, rules: [{ type: 'redeemer', data: { timestamp: 1_900_000_000 } }] }]],
    ['a second expiry', [{ ...later, rules: [...rules, ...rules] }]],
    ['an invalid expiry', [{ ...later, rules: [{ type: 'expiry', data: { timestamp: 'soon' } }] }]],
    ['no permission', [{ ...later, permission: null }]],
  ])('error: %s is refused, and never sent', async (_, params) => {
    const wallet = access()
    const asked = authProvider(wallet).request({ method: 'wallet_requestExecutionPermissions', params })
    await expect(asked).rejects.toMatchObject({ code: 'RPC_INVALID_PARAMS' })
    expect(wallet.send).not.toHaveBeenCalled()
  })
})
