import { describe, expect, test, vi } from 'vitest'
import { loginHandler } from './http'
import { LoginRefusal } from './refusal'
import type { Rpc } from './rpc'
import { emptyChain, ORIGIN, testLogin, wallet } from './test-login'

/** A contract's yes (ERC-1271). */
const YES = `0x1626ba7e${'0'.repeat(56)}` as const
const headers = { origin: ORIGIN, 'x-wm': '1', 'content-type': 'application/json' }
const posted = (path: string, body: string) => new Request(`${ORIGIN}/auth/${path}`, { method: 'POST', headers, body })

describe('onRefusal', () => {
  /** What the backend and the client are told of a contract account's sign-in, and of an operator's view, on these nodes. */
  async function told(rpc: readonly Rpc[]) {
    const logged: unknown[] = []
    const onRefusal = ({ code, cause }: LoginRefusal, { url }: Request) => logged.push([new URL(url).pathname, code, cause])
    const handle = loginHandler(testLogin({ chains: { 'eip155:56': { rpc } } }), { origins: [ORIGIN], onRefusal })
    const post = (path: string, body: object) => handle(posted(path, JSON.stringify(body)), '192.0.2.1')
    const answers = []
    for (const path of ['login-dapp', 'login-wallet-by-admin']) {
      const asked = await post('login-dapp', { address: wallet.address, chain: 'eip155:56' })
      const { challengeId } = (await asked?.json()) ?? {}
      answers.push(await (await post(path, { challengeId, signature: '0x1234' }))?.text())
    }
    return { logged, answers }
  }

  test('error: a log that throws changes no answer', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onRefusal = () => {
      throw new Error('The log is full')
    }
    const handle = loginHandler(testLogin(), { origins: [ORIGIN], onRefusal })
    const answer = await handle(posted('refresh-token', '{}'), '192.0.2.1')
    expect([answer?.status, answer?.headers.get('set-cookie')]).toEqual([401, expect.stringContaining('Max-Age=0')])
    await vi.waitFor(() => expect(printed).toHaveBeenCalledOnce())
    printed.mockRestore()
  })

  test('error: nor does one that answers later, and fails then', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const cause = new Error('The log is down')
    let fail = () => {}
    const onRefusal = () =>
      new Promise<void>((_, reject) => {
        fail = () => reject(cause)
      })
    const handle = loginHandler(testLogin(), { origins: [ORIGIN], onRefusal })
    expect((await handle(posted('refresh-token', '{}'), '192.0.2.1'))?.status).toBe(401)
    expect(printed).not.toHaveBeenCalled()
    fail()
    await vi.waitFor(() => expect(printed).toHaveBeenCalledExactlyOnceWith(expect.any(String), cause))
    printed.mockRestore()
  })

  test('tells the backend, and not the client, why a signature could not be checked', async () => {
    const down = () => Promise.reject(new Error('certificate has expired'))
    const { logged, answers } = await told([emptyChain(56), down])
    const cause = new Error('Endpoint 2 of eip155:56 gave no answer', { cause: new Error('certificate has expired') })
    const unavailable = new LoginRefusal('verifier_unavailable', undefined, { cause })
    expect(logged).toEqual([
      ['/auth/login-dapp', 'verifier_unavailable', cause],
      ['/auth/login-wallet-by-admin', 'not_found', unavailable],
    ])
    for (const answer of answers) expect(answer).not.toMatch(/Endpoint|certificate/)
  })

  test.each<[string, readonly Rpc[]]>([
    ['eip155:56 has fewer than two endpoints', [emptyChain(56)]],
    ['The endpoints of eip155:56 disagree', [emptyChain(56), emptyChain(56, { code: '0x60', call: YES })]],
    ['Endpoint 1 of eip155:56 gave no answer', [emptyChain(1), emptyChain(56)]],
  ])('such as: %s', async (words, rpc) => {
    expect((await told(rpc)).logged[0]).toEqual([
      '/auth/login-dapp',
      'verifier_unavailable',
      expect.objectContaining({ message: words }),
    ])
  })
})
