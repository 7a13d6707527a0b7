import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { type Hex, hashMessage } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import positive from '../lib/vectors/siwe/verification_positive.json'
import { httpRpc, RpcError } from './rpc'
import { caller, emptyChain, stranger, testLogin, wallet } from './test-login'
import wrapped from './vectors/ox_wrap.json'
import { verifyEip155 } from './verify-eip155'
import { verifySolana } from './verify-solana'

const YES = `0x1626ba7e${'0'.repeat(56)}` as const
const NO = `0xffffffff${'0'.repeat(56)}` as const
const message = 'text'
const signed = { message, address: stranger.address, chain: 'eip155:56', signature: '0x1234' } as const
const HEADERLESS = new RpcError(-32000, 'header not found')
const unavailable = expect.objectContaining({ code: 'verifier_unavailable' })
const contract = (call: Hex | Error) => emptyChain(56, { code: '0x60', call })

describe('verifyEip155', () => {
  test('an EOA’s own signature needs no chain', async () => {
    const signature = await wallet.signMessage({ message })
    expect(await verifyEip155({ ...signed, address: wallet.address, signature }, [])).toBe('eoa')
  })

  test('the published signatures are valid, except one in another encoding', async () => {
    const verdicts = await Promise.all(
      Object.entries(positive).map(async ([name, { signature, address, ...fields }]) => {
        const lines = [
          `${fields.domain} wants you to sign in with your Ethereum account:\n${address}\n\n${fields.statement}\n`,
          `URI: ${fields.uri}\nVersion: 1\nChain ID: ${fields.chainId}\nNonce: ${fields.nonce}\nIssued At: ${fields.issuedAt}`,
          ...('expirationTime' in fields ? [`Expiration Time: ${fields.expirationTime}`] : []),
          ...('notBefore' in fields ? [`Not Before: ${fields.notBefore}`] : []),
        ]
        const chain = [emptyChain(1), emptyChain(1)]
        return [name, await verifyEip155({ message: lines.join('\n'), address, chain: 'eip155:1', signature }, chain)]
      }),
    )
    // The element sends 27 and 28; accepting 0 and 1 too would give each signature a second form.
    expect(Object.fromEntries(verdicts)).toEqual({
      'example message': 'eoa',
      'not yet valid': 'eoa',
      'expired message': 'eoa',
      'recovery byte starting at 0': undefined,
    })
  })

  test('promise 28: a contract accepted by every node is a smart account', async () => {
    expect(await verifyEip155(signed, [contract(YES), contract(YES)])).toBe('smartAccount')
  })

  test.each<[string, Hex | Error]>([
    ['no', NO],
    ['nothing', '0x'],
    ['yes with trailing digits', `${YES.slice(0, -1)}1` as Hex],
    ['yes alone', '0x1626ba7e'],
    ['yes and more than a word', `${YES}00`],
    ['a revert', new RpcError(3)],
    ['a revert with a text only', new RpcError(-32000, 'execution reverted')],
    ['a revert with another code', new RpcError(-32015)],
    ...['out of gas', 'invalid opcode: INVALID', 'invalid jump destination', 'stack underflow (0 <=> 2)'].map(
      (words): [string, RpcError] => [`an ${words}`, new RpcError(-32000, words)],
    ),
  ])('error: refuses a contract that answers %s', async (_, call) => {
    expect(await verifyEip155(signed, [contract(call), contract(call)])).toBeUndefined()
  })

  test.each(['0x123', '1234', `0x${'12'.repeat(6_000)}`])(
    'error: asks no contract about %.12s…, which is no signature',
    async (signature) => {
      const rpc = vi.fn(contract(YES))
      expect(await verifyEip155({ ...signed, signature }, [rpc, rpc])).toBeUndefined()
      expect(rpc).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['one says yes and one says no', [contract(YES), contract(NO)]],
    ['one is down', [contract(YES), contract(new Error('down'))]],
    ['there is one only', [contract(YES)]],
    ['there is none', []],
    ['one is another chain', [contract(YES), emptyChain(1, { code: '0x60', call: YES })]],
    ['one answers junk', [contract(YES), async () => 'junk']],
    ['both answer the contract’s question with junk', [contract('junk' as Hex), contract('junk' as Hex)]],
    ['one sees no contract', [contract(YES), emptyChain(56)]],
    // Nodes that have just started, or whose backends lag: the code is that of a revert with a text only.
    ['none has the block', [contract(HEADERLESS), contract(HEADERLESS)]],
    ['one is over its limit', [contract(YES), contract(new RpcError(-32005))]],
  ])('error: fails closed if %s', async (_, rpcs) => {
    await expect(verifyEip155(signed, rpcs)).rejects.toEqual(unavailable)
  })

  test('error: and if one never answers, after ten seconds', async () => {
    const budget = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(budget.signal)
    const verdict = verifyEip155(signed, [contract(YES), () => new Promise(() => {})])
    await vi.waitFor(() => expect(timeout.mock.calls).toEqual([[10_000]]))
    budget.abort()
    await expect(verdict).rejects.toEqual(unavailable)
    timeout.mockRestore()
  })

  test('a node’s error text is read over HTTP', async () => {
    let said = 'execution reverted'
    const answers = { eth_chainId: { result: '0x38' }, eth_getCode: { result: '0x60' } }
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      const { method } = JSON.parse(body) as { method: keyof typeof answers | 'eth_call' }
      const answer = method === 'eth_call' ? { error: { code: -32000, message: said } } : answers[method]
      return Response.json({ jsonrpc: '2.0', id: 1, ...answer })
    })
    const nodes = [httpRpc('https://one.example'), httpRpc('https://other.example')]
    expect(await verifyEip155(signed, nodes)).toBeUndefined()
    said = 'header not found'
    await expect(verifyEip155(signed, nodes)).rejects.toEqual(unavailable)
    vi.unstubAllGlobals()
  })

  test('error: an endless answer of a node is read up to 1 MB', async () => {
    let sent = 0
    vi.stubGlobal('fetch', async () => {
      const chunk = new TextEncoder().encode(' '.repeat(65_536))
      const pull = (stream: ReadableStreamDefaultController) => {
        sent += chunk.length
        if (sent > 100_000_000) stream.close()
        else stream.enqueue(chunk)
      }
      return new Response(new ReadableStream({ pull }))
    })
    const nodes = [httpRpc('https://one.example'), httpRpc('https://other.example')]
    await expect(verifyEip155(signed, nodes)).rejects.toEqual(unavailable)
    vi.unstubAllGlobals()
    // Two requests to each of two nodes.
    expect(sent).toBeLessThan(4 * 1_200_000)
  })

  test('a deployed contract is asked itself, with the wrapped signature', async () => {
    const calls: unknown[] = []
    const rpc = async (method: string, params: readonly unknown[]) => {
      if (method === 'eth_chainId') return '0x38'
      if (method === 'eth_getCode') return '0x60'
      calls.push(params[0])
      return YES
    }
    expect(await verifyEip155({ ...signed, signature: wrapped.wrapped }, [rpc, rpc])).toBe('smartAccount')
    expect(calls).toHaveLength(2)
    expect(calls[0]).toMatchObject({ to: stranger.address })
    expect(JSON.stringify(calls[0])).toContain(wrapped.innerSignature.slice(2))
    expect(JSON.stringify(calls[0])).toContain(hashMessage(message).slice(2))
    expect(JSON.stringify(calls[0])).not.toContain(wrapped.to.slice(2))
  })

  test('error: refuses an undeployed contract that would say no, and one without a way to deploy it', async () => {
    const chains = [emptyChain(56, { call: '0x01' }), emptyChain(56, { call: '0x01' })]
    expect(await verifyEip155({ ...signed, signature: wrapped.wrapped }, chains)).toBe('smartAccount')
    const no = emptyChain(56, { call: '0x00' })
    expect(await verifyEip155({ ...signed, signature: wrapped.wrapped }, [no, no])).toBeUndefined()
    for (const signature of [...wrapped.invalid, '0x1234'])
      expect(await verifyEip155({ ...signed, signature }, chains)).toBeUndefined()
  })
})

describe('verifySolana', () => {
  const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const toBase58 = (bytes: Uint8Array): string => {
    let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
    let text = ''
    for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text
    return '1'.repeat(bytes.findIndex((byte) => byte !== 0) < 0 ? bytes.length : bytes.findIndex((byte) => byte !== 0)) + text
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  const address = toBase58(raw)
  const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
  const little = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse()

  test('a Solana account signs in', async () => {
    const login = testLogin()
    const { id, message } = await login.challenge({ address, chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, caller)
    expect(message.split('\n')[0]).toBe('dapp.example wants you to sign in with your Solana account:')
    const signature = toBase58(sign(null, Buffer.from(message), privateKey))
    expect((await login.signIn({ challengeId: id, signature }, caller)).user).toMatchObject({ address, accountType: 'eoa' })
  })

  test('promise 28: error: S beyond the order of the group', () => {
    const signature = sign(null, Buffer.from(message), privateKey)
    expect(verifySolana(message, address, toBase58(signature))).toBe(true)
    const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`)
    const second = Buffer.concat([signature.subarray(0, 32), little(s + ORDER)])
    expect(verifySolana(message, address, toBase58(second))).toBe(false)
  })

  test('error: refuses a key of small order, for which one signature would fit every message', () => {
    // The neutral element as the key: S·B = R holds for R = S·B, whatever the text.
    const seed = Buffer.from(String(privateKey.export({ format: 'jwk' }).d), 'base64url')
    const scalar = createHash('sha512').update(seed).digest().subarray(0, 32)
    scalar[0] = (scalar[0] ?? 0) & 248
    scalar[31] = ((scalar[31] ?? 0) & 127) | 64
    const s = BigInt(`0x${Buffer.from(scalar).reverse().toString('hex')}`) % ORDER
    const neutral = Buffer.from('01'.padEnd(64, '0'), 'hex')
    expect(verifySolana(message, toBase58(neutral), toBase58(Buffer.concat([raw, little(s)])))).toBe(false)
    expect(verifySolana(message, address, toBase58(Buffer.concat([neutral, little(s)])))).toBe(false)
  })

  test('error: refuses another message, another account, another length, and invalid base58', () => {
    const signature = toBase58(sign(null, Buffer.from(message), privateKey))
    expect(verifySolana('other', address, signature)).toBe(false)
    expect(verifySolana(message, '1'.repeat(32), signature)).toBe(false)
    expect(verifySolana(message, address, toBase58(Buffer.alloc(63, 1)))).toBe(false)
    expect(verifySolana(message, address, '0x12')).toBe(false)
    expect(verifySolana(message, 'x', signature)).toBe(false)
  })
})
