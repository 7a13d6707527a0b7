import { afterEach, describe, expect, test, vi } from 'vitest'
import { ALICE, configure, connected, hostClient, wallet } from '../../.ci/walletkit-world'
import { requestOf } from './wallet-connect-late'

/** A host’s client, whose page can be put to sleep. */
async function sleeper(prefix: string) {
  const client = await hostClient(prefix)
  const { signClient } = client
  close = client.close
  configure({ signClient })
  const { connection, session } = await connected()
  const request = signClient.request.bind(signClient)
  signClient.request = <Answer>(asked: Parameters<typeof request>[0]) =>
    Promise.race([
      request<Answer>(asked),
      new Promise<Answer>((_, reject) => {
        wakes.expire = reject
      }),
    ])
  const wakes = {
    /** Ends the request as the SDK does when it expires. */
    expire: (_: Error) => {},
    /** From now on the relay’s receipts get lost, and the wait for them is short. */
    hearsNoReceipt() {
      const { relayer } = signClient.core
      const send = relayer.request.bind(relayer)
      Object(relayer.publisher).publishTimeout = 200
      relayer.request = (payload) => {
        send(payload).catch(() => {})
        return new Promise(() => {})
      }
    },
  }
  const given = new Promise((resolve) => signClient.once('session_request_sent', resolve))
  return {
    signClient,
    session,
    given,
    wakes,
    sign: () => connection.provider.request({ method: 'personal_sign', params: ['0x68', ALICE] }),
  }
}

let close = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  await close()
})

const asked = () => new Promise<{ topic: string; id: number }>((resolve) => wallet.once('session_request', resolve))
const respond = ({ topic, id }: { topic: string; id: number }, answer: object) =>
  wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } as never })

describe('an answer to a request that the SDK gave up while the page slept', () => {
  test('counts if the relay’s receipt was lost', async () => {
    const { given, wakes, sign } = await sleeper('late')
    wakes.hearsNoReceipt()
    const request = asked()
    const signing = sign()
    // The SDK emits this also for what it could not publish in time.
    await given
    await respond(await request, { result: '0xsigned' })
    expect(await signing).toBe('0xsigned')
  })

  test('error: counts as a refusal if it is one', async () => {
    const { given, wakes, sign } = await sleeper('late-refusal')
    wakes.hearsNoReceipt()
    const request = asked()
    const signing = sign()
    signing.catch(() => {})
    await given
    await respond(await request, { error: { code: 5000, message: 'No' } })
    await expect(signing).rejects.toMatchObject({ code: 5000, message: 'No' })
  })

  test('counts if the page slept longer than the SDK waits for it', async () => {
    const { given, wakes, sign } = await sleeper('overslept')
    const request = asked()
    const signing = sign()
    const open = await request
    await given
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 310_000 })
    wakes.expire(new Error('Request expired. Please try again.'))
    await new Promise(setImmediate)
    vi.useRealTimers()
    await respond(open, { result: '0xsigned' })
    expect(await signing).toBe('0xsigned')
  })

  test('error: is not waited for if the page was awake and the wallet did not answer in time', async () => {
    const { given, wakes, sign } = await sleeper('silent')
    const request = asked()
    const signing = sign()
    await request
    await given
    wakes.expire(new Error('Request expired. Please try again.'))
    await expect(signing).rejects.toMatchObject({ code: 'REQUEST_FAILED' })
  })

  test('error: is not waited for if the relay does not come back: the first error stands', async () => {
    const { signClient, session, wakes } = await sleeper('away')
    wakes.hearsNoReceipt()
    const request = { method: 'personal_sign', params: ['0x68', ALICE] }
    const away = () => Promise.reject(new Error('Away'))
    const asking = requestOf(signClient, { topic: session.topic, chainId: 'eip155:31337', request }, away)
    await expect(asking).rejects.toThrow(/Failed to publish/)
  })
})

test('error: a request that the wallet never answers ends without a rejection that the page would have to handle', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const { given, sign } = await sleeper('unanswered')
  const signing = expect(sign()).rejects.toMatchObject({ code: 'REQUEST_FAILED' })
  await given
  await vi.advanceTimersByTimeAsync(301_000)
  await signing
  await new Promise(setImmediate)
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
