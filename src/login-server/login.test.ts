import { createHash, generateKeyPairSync } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { inFull } from '../../.ci/in-full.mjs'
import negative from '../lib/vectors/siwe/parsing_negative.json'
import { caller, emptyChain, ORIGIN, operator, signedIn, stranger, testLogin, wallet } from './test-login'

const changes = inFull(10_000, 1_000)
const asked = { address: wallet.address, chain: 'eip155:56' }

const code = (refused: string) => expect.objectContaining({ name: 'LoginRefusal', code: refused })

describe('challenge', () => {
  test('is a complete EIP-4361 message, valid for five minutes', async () => {
    const login = testLogin()
    const { message, id, nonce } = await login.challenge(asked, caller)
    expect(message).toBe(
      [
        'dapp.example wants you to sign in with your Ethereum account:',
        wallet.address,
        '',
        'Login wallet',
        '',
        'URI: https://dapp.example',
        'Version: 1',
        'Chain ID: 56',
        `Nonce: ${nonce}`,
        'Issued At: 2026-11-21T12:00:00.000Z',
        'Expiration Time: 2026-11-21T12:05:00.000Z',
        `Request ID: ${id}`,
      ].join('\n'),
    )
    expect(nonce).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(id).toMatch(/^ch_[\w-]{22}$/)
  })

  test.each([wallet.address.toLowerCase(), `0x${wallet.address.slice(2).toUpperCase()}`])(
    'an address of one case gets its ERC-55 checksum: %s',
    async (address) => {
      const { message } = await testLogin().challenge({ ...asked, address }, caller)
      expect(message.split('\n')[1]).toBe(wallet.address)
    },
  )

  test.each(['https://evil.example', 'null', ''])('error: the page %j, which is not listed, gets no message', async (origin) => {
    await expect(testLogin().challenge(asked, { ...caller, origin })).rejects.toEqual(code('origin_not_allowed'))
  })

  test('nonces and ids do not repeat', async () => {
    const login = testLogin()
    // Nor do they come from what a stranger can foretell.
    const foretold = vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const all = await Promise.all(Array.from({ length: 500 }, () => login.challenge(asked, caller)))
    foretold.mockRestore()
    expect(new Set(all.flatMap(({ id, nonce }) => [id, nonce])).size).toBe(1000)
  })

  test.each([
    [{}, 'bad_request'],
    [{ ...asked, address: 7 }, 'bad_request'],
    [{ ...asked, address: wallet.address.replace('E', 'e') }, 'bad_request'],
    [{ ...asked, address: '0x12' }, 'bad_request'],
    [{ ...asked, address: `${wallet.address}\nURI: https://evil.example` }, 'bad_request'],
    [{ ...asked, chain: '56' }, 'bad_request'],
    [{ ...asked, chain: 'eip155:1' }, 'chain_not_supported'],
    [{ ...asked, chain: 'eip155:056' }, 'bad_request'],
    [{ ...asked, ref: 'https://evil.example' }, 'bad_request'],
    [{ ...asked, ref: wallet.address.replace('E', 'e') }, 'bad_request'],
    [{ ...asked, assist: 'eip155:56:0x12' }, 'bad_request'],
    [{ address: '1'.repeat(33), chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'bad_request'],
  ])('error: %j is refused', async (request, refused) => {
    await expect(testLogin().challenge(request, caller)).rejects.toEqual(code(refused))
  })

  test('error: the eleventh in a minute has to wait', async () => {
    const login = testLogin({ rateLimits: 'on' })
    for (let i = 0; i < 10; i++) await login.challenge(asked, caller)
    await expect(login.challenge(asked, caller)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterMs: 60_000 })
    await login.challenge(asked, { ...caller, ip: '192.0.2.2' })
    login.clock.now += 60_000
    await login.challenge(asked, caller)
  })
})

describe('signIn', () => {
  test('creates a user for the account, the same one next time and on another chain', async () => {
    const login = testLogin()
    const { user, expiresIn, assists } = await signedIn(login, wallet, stranger.address.toLowerCase())
    expect(user).toEqual({
      id: expect.stringMatching(/^u_[\w-]{22}$/),
      address: wallet.address,
      chain: 'eip155:56',
      accountType: 'eoa',
      ref: stranger.address,
      createdAt: '2026-11-21T12:00:00.000Z',
    })
    expect([expiresIn, assists]).toEqual([600, []])
    login.clock.now += 3_600_000
    const { id, message } = await login.challenge({ ...asked, chain: 'eip155:42161', ref: operator.address }, caller)
    const again = await login.signIn({ challengeId: id, signature: await wallet.signMessage({ message }) }, caller)
    expect(again.user).toEqual({ ...user, chain: 'eip155:42161' })
  })

  test('a contract is a user on its own chain only: elsewhere its address may be a stranger’s', async () => {
    const call = `0x1626ba7e${'0'.repeat(56)}` as const
    const ids = ['eip155:56', 'eip155:42161'] as const
    const rpcOf = (id: string) => emptyChain(Number(id.split(':')[1]), { code: '0x60', call })
    const login = testLogin({ chains: Object.fromEntries(ids.map((id) => [id, { rpc: [rpcOf(id), rpcOf(id)] }])) })
    const userOn = async (chain: string) => {
      const { id } = await login.challenge({ ...asked, chain }, caller)
      return (await login.signIn({ challengeId: id, signature: '0x1234' }, caller)).user.id
    }
    const [first, again, other] = [await userOn(ids[0]), await userOn(ids[0]), await userOn(ids[1])]
    expect([again === first, other === first]).toEqual([true, false])
  })

  test('the zero address refers nobody', async () => {
    expect((await signedIn(testLogin(), wallet, `0x${'0'.repeat(40)}`)).user.ref).toBeNull()
  })

  test('the access token is a JWT that others can verify', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const login = testLogin({ signingKey: privateKey, issuer: 'https://login.example', audience: 'shop' })
    const { accessToken, user } = await signedIn(login)
    const { payload, protectedHeader } = await jwtVerify(accessToken, publicKey, {
      issuer: 'https://login.example',
      audience: 'shop',
      typ: 'at+jwt',
      currentDate: new Date(login.clock.now),
    })
    expect(protectedHeader.alg).toBe('EdDSA')
    expect(payload).toMatchObject({ sub: user.id, addr: wallet.address, cid: 'eip155:56', scope: 'full' })
    expect([payload.sid, payload.jti]).toEqual([expect.stringMatching(/^f_[\w-]{22}$/), expect.stringMatching(/^[\da-f-]{36}$/)])
    expect(Number(payload.exp) - Number(payload.iat)).toBe(600)
  })

  test('promise 26: error: refuses the same answer twice', async () => {
    const login = testLogin()
    const { id, message } = await login.challenge(asked, caller)
    const answer = { challengeId: id, signature: await wallet.signMessage({ message }) }
    await login.signIn(answer, caller)
    await expect(login.signIn(answer, caller)).rejects.toEqual(code('challenge_used'))
  })

  test('promise 26: error: a wrong answer uses up the challenge', async () => {
    const login = testLogin()
    const { id, message } = await login.challenge(asked, caller)
    const foreign = await stranger.signMessage({ message })
    await expect(login.signIn({ challengeId: id, signature: foreign }, caller)).rejects.toEqual(code('bad_signature'))
    const own = await wallet.signMessage({ message })
    await expect(login.signIn({ challengeId: id, signature: own }, caller)).rejects.toEqual(code('challenge_used'))
  })

  test.each([
    [300_000, 'challenge_expired'],
    [10 * 60_000, 'challenge_expired'],
    [-1, undefined],
  ])('error: an answer after %d ms', async (late, refused) => {
    const login = testLogin()
    const { id, message, expiresAt } = await login.challenge(asked, caller)
    login.clock.now = refused ? login.clock.now + late : expiresAt + late
    const signing = login.signIn({ challengeId: id, signature: await wallet.signMessage({ message }) }, caller)
    if (refused) await expect(signing).rejects.toEqual(code(refused))
    else expect((await signing).user.address).toBe(wallet.address)
  })

  test('fault 76: a server whose clock is ten minutes off agrees with itself', async () => {
    for (const offset of [600_000, -600_000]) {
      const login = testLogin()
      login.clock.now = Date.now() + offset
      const { accessToken } = await signedIn(login)
      expect((await login.authorize(accessToken, 'write')).scope).toBe('full')
    }
  })

  test('error: refuses a challenge issued for another page', async () => {
    const login = testLogin({ origins: [ORIGIN, 'https://other.example'] })
    const { id, message } = await login.challenge(asked, caller)
    const answer = { challengeId: id, signature: await wallet.signMessage({ message }) }
    const elsewhere = { ...caller, origin: 'https://other.example' }
    await expect(login.signIn(answer, elsewhere)).rejects.toEqual(code('origin_not_allowed'))
    await expect(login.signIn(answer, caller)).rejects.toEqual(code('challenge_used'))
  })

  test.each([
    ['domain', ['dapp.example', 'evil.example']],
    ['chain', ['Chain ID: 56', 'Chain ID: 1']],
    ['address', [wallet.address, stranger.address]],
    ['statement', ['Login wallet', 'Login  wallet']],
    ['nonce', ['Nonce: ', 'Nonce: x']],
    ['expiry', ['12:05:00', '13:05:00']],
    ['line ends', ['\n', '\r\n']],
  ] as const)('error: refuses a signature of a message with another %s', async (_, [ours, theirs]) => {
    const login = testLogin()
    const { id, message } = await login.challenge(asked, caller)
    const signature = await wallet.signMessage({ message: message.replace(ours, theirs) })
    await expect(login.signIn({ challengeId: id, signature }, caller)).rejects.toEqual(code('bad_signature'))
  })

  test('error: a bare statement, and messages that violate EIP-4361, log nobody in', async () => {
    const login = testLogin()
    const texts = ['Login wallet', '', ...Object.values(negative)]
    for (const message of texts) {
      const { id } = await login.challenge(asked, caller)
      const signature = await wallet.signMessage({ message })
      await expect(login.signIn({ challengeId: id, signature }, caller)).rejects.toEqual(code('bad_signature'))
    }
    expect(texts).toHaveLength(31)
  })

  test(`promise 26: error: any one byte of the text or the signature, ${changes} times`, { timeout: 600_000 }, async () => {
    const login = testLogin()
    const refusals: Record<string, number> = {}
    for (let i = 0; i < changes; i++) {
      const { id, message } = await login.challenge(asked, caller)
      const digest = createHash('sha256').update(String(i)).digest()
      const change = (bytes: Buffer) => {
        const at = digest.readUInt32LE(0) % bytes.length
        bytes[at] = ((bytes[at] ?? 0) + 1 + (digest.readUInt32LE(4) % 255)) % 256
        return bytes
      }
      const text = i % 2 ? { raw: Uint8Array.from(change(Buffer.from(message))) } : message
      const signature = await wallet.signMessage({ message: text })
      const sent = i % 2 ? signature : `0x${change(Buffer.from(signature.slice(2), 'hex')).toString('hex')}`
      const refused = await login.signIn({ challengeId: id, signature: sent }, caller).then(
        () => 'logged in',
        (error) => error.code,
      )
      refusals[refused] = (refusals[refused] ?? 0) + 1
    }
    expect(refusals).toEqual({ bad_signature: changes })
  })

  test.each([
    {},
    { challengeId: 'ch_x' },
    { challengeId: 'ch_x', signature: 7 },
    { challengeId: 'x'.repeat(65), signature: '0x' },
  ])('error: %j is not an answer', async (answer) => {
    await expect(testLogin().signIn(answer, caller)).rejects.toEqual(code('bad_request'))
  })

  test.each(['0x', 'deadbeef', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'0'.repeat(20_000)}`])(
    'error: %.20s… is not a signature',
    async (signature) => {
      const login = testLogin()
      const { id } = await login.challenge(asked, caller)
      await expect(login.signIn({ challengeId: id, signature }, caller)).rejects.toEqual(code('bad_signature'))
    },
  )

  test('error: the sixth wrong answer in a minute has to wait, right ones are not counted', async () => {
    const login = testLogin({ rateLimits: 'on' })
    for (let i = 0; i < 4; i++) await signedIn(login)
    const wrong = () => login.signIn({ challengeId: 'ch_unknown', signature: '0x' }, caller)
    for (let i = 0; i < 5; i++) await expect(wrong()).rejects.toEqual(code('challenge_expired'))
    await expect(wrong()).rejects.toEqual(code('too_many_requests'))
  })

  test('error: chains that do not answer log nobody in, and do not count against the visitor', async () => {
    const down = emptyChain(56, { code: '0x60', call: new Error('down') })
    const login = testLogin({ rateLimits: 'on', chains: { 'eip155:56': { rpc: [down, down] } } })
    for (let i = 0; i < 7; i++) {
      const { id } = await login.challenge(asked, { ...caller, ip: `192.0.2.${i}` })
      const signing = login.signIn({ challengeId: id, signature: '0x01' }, caller)
      await expect(signing).rejects.toEqual(code('verifier_unavailable'))
    }
  })
})
