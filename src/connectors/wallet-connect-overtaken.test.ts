import { afterEach, expect, test, vi } from 'vitest'
import {
  answer,
  approval,
  BOB,
  both,
  connected,
  connector,
  events,
  networks,
  next,
  proposal,
  wallet,
} from '../../.ci/walletkit-world'
import { memoryStorage } from './test-storage'
import { closeWalletConnect } from './wallet-connect'
import { KeyValueStorage } from './wallet-connect-storage'

const spies: { mockRestore(): void }[] = []
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore()
})

/** From now on calls of the storage for this key wait, each until it is let go. */
function hold(method: 'getItem' | 'setItem', isHeld: (key: string) => boolean) {
  const held: (() => void)[] = []
  const own = KeyValueStorage.prototype[method]
  // Either method: a read has no value.
  const spy = vi.spyOn(KeyValueStorage.prototype, method as 'setItem')
  spy.mockImplementation(async function (this: KeyValueStorage, key: string, value: unknown) {
    if (isHeld(key)) await new Promise<void>((go) => held.push(go))
    return Reflect.apply(own, this, [key, value])
  })
  spies.push(spy)
  return { held, until: (count: number) => vi.waitFor(() => expect(held).toHaveLength(count), { timeout: 10_000 }) }
}

/** The page is loaded again, and its visitor pairs another account while the stored session is being restored. */
async function pairAnew() {
  const controller = new AbortController()
  const connecting = connector.connect({ networks, signal: controller.signal })
  const { uri } = await next('pairing')
  const proposed = proposal()
  await wallet.pair({ uri })
  const session = await wallet.approveSession({ id: (await proposed).id, namespaces: approval(both(BOB)) })
  return { connecting, session }
}

async function expectUsed({ connecting, session }: Awaited<ReturnType<typeof pairAnew>>) {
  const [connection] = await connecting
  expect(connection).toMatchObject({ session: session.topic, accounts: [`eip155:31337:${BOB}`] })
  void answer('0x5161')
  expect(await connection?.provider.request({ method: 'personal_sign', params: [] })).toBe('0x5161')
  expect(Object.keys(wallet.getActiveSessions())).toContain(session.topic)
  expect(events.filter(({ type }) => type === 'disconnect')).toEqual([])
}

test('a stored session that is restored while another is being paired does not end that one', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  await connected()
  await closeWalletConnect()
  const { held, until } = hold('getItem', (key) => key.startsWith('wallet-modal:'))
  const restoring = connector.restore({ networks, signal: new AbortController().signal })
  await until(1)
  const paired = await pairAnew()
  await until(2)
  held[0]?.()
  await restoring
  held[1]?.()
  await expectUsed(paired)
})

test('nor does it take its place where it is slower', async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  await connected()
  await closeWalletConnect()
  const { held, until } = hold('setItem', (key) => key.endsWith('//session') && held.length === 0)
  const restoring = connector.restore({ networks, signal: new AbortController().signal })
  await until(1)
  const paired = await pairAnew()
  await paired.connecting
  held[0]?.()
  expect(await restoring).toEqual([])
  await expectUsed(paired)
})
