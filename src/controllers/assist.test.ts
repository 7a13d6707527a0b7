import { expect, test, vi } from 'vitest'
import { BACKEND, connected, ORIGIN, signer, stranger } from '../../.ci/login-world'
import { loginClient } from '../api/login'
import type { ChallengeInput } from '../lib/login-client'
import { formatSiwxMessage } from '../lib/siwx-message'
import { auth } from '../state/login'
import { assist } from './assist'
import { ownSiwx } from './own-siwx'
import { signIn } from './sign-in'

const target = `eip155:56:${stranger.address}`

/** A client that accepts the operator and returns what it was sent. */
function open() {
  const sent: { readonly signature: string }[] = []
  ownSiwx.login = {
    ...loginClient(BACKEND),
    challenge: async ({ address, chain }: ChallengeInput) => {
      const data = {
        accountAddress: address,
        chainId: chain,
        domain: 'bakery.example',
        uri: ORIGIN,
        version: '1',
        requestId: 'ch_1',
      }
      const times = { issuedAt: '2026-11-25T12:00:00.000Z', expirationTime: '2026-11-25T12:05:00.000Z' }
      const message = formatSiwxMessage({
        ...data,
        ...times,
        nonce: 'q3KJf82LmXv0aTyBsd71Zr',
        resources: [`urn:wm:assist:${target}`],
      })
      return { status: 'challenge', challengeId: 'ch_1', message }
    },
    assist: async (input: { readonly signature: string }) => {
      sent.push(input)
      return { accessToken: 'a.b.c', expiresIn: 900, sub: 'u_1', act: { sub: signer.address }, scope: 'read' }
    },
  }
  return sent
}

test('accepts an operator’s signature that ends with 0 or 1, as a log-in does', async () => {
  await connected(async (raw) => {
    const signature = await signer.signMessage({ message: { raw } })
    return signature.slice(0, -2) + (signature.endsWith('1b') ? '00' : '01')
  })
  await signIn.run()
  const sent = open()
  expect(await assist.run({ target, reason: 'ticket 4711' })).toMatchObject({ address: stranger.address })
  expect(sent.map(({ signature }) => signature)).toEqual([expect.stringMatching(/^0x[0-9a-f]{128}1[bc]$/)])
  expect(auth.operator).toBe(signer.address)
})

test('a support view ends when its time is over, even if nothing is requested', async () => {
  await connected()
  await signIn.run()
  open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await assist.run({ target, reason: 'ticket 4711' })
  await vi.advanceTimersByTimeAsync(899_000)
  expect([auth.user?.id, auth.operator]).toEqual(['u_1', signer.address])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([auth.user, auth.operator]).toEqual([undefined, undefined])
})

test('and soon after the device wakes up, if its time was over while it slept', async () => {
  await connected()
  await signIn.run()
  open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  await assist.run({ target, reason: 'ticket 4711' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(auth.operator).toBe(signer.address)
  // The timers stood still.
  vi.setSystemTime(Date.now() + 900_000)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([auth.user, auth.operator]).toEqual([undefined, undefined])
})
