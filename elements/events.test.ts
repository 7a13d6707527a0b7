import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellEnd } from '../src/controllers/endings'
import { allowed } from '../src/controllers/host-consent'
import { closeModal, navigate, openModal } from '../src/controllers/modal'
import { report } from '../src/controllers/report'
import { WalletError } from '../src/lib/errors'
import { WATCH } from '../src/lib/wallet'
import { chainOf, chains } from '../src/state/chains'
import { config } from '../src/state/config'
import { auth } from '../src/state/login'
import { modal } from '../src/state/modal'
import { resetStores } from '../src/state/store'
import { greet, startEvents, type WalletEvents } from './events'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

let heard: unknown[] = []
let stop = () => {}
beforeEach(() => {
  resetStores()
  heard = []
  const element = Object.assign(new EventTarget(), { elementId: 1 })
  for (const type of ['connected', 'disconnected', 'account-changed', 'network-changed'])
    element.addEventListener(`wallet-${type}`, (event) => {
      const { wallet, reason, networkId } = (
        event as CustomEvent<{ wallet?: { name: string }; reason?: string; networkId?: string }>
      ).detail
      heard.push([type, wallet?.name ?? reason ?? networkId])
    })
  element.addEventListener('wallet-login', (event) =>
    heard.push((event as CustomEvent<WalletEvents['wallet-login']>).detail.user.id),
  )
  stop = startEvents([element as unknown as HTMLElement & { elementId: number }])
})
afterEach(() => stop())

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

/** The events when a phone's wallet connects with this session. */
async function pair(session: string, name: string, address: string): Promise<unknown[]> {
  heard = []
  const caipAddress = `eip155:56:${address}` as const
  const wallet = { id: 'walletConnect', name }
  const connection = { connectorId: 'walletConnect', session, wallet, networkId: 'eip155:56' as const, caipAddress }
  Object.assign(chainOf('eip155'), { ...connection, accounts: [caipAddress], status: 'connected' as const })
  await settled()
  return heard
}

test('pairing another phone counts as another wallet, even with the same account; the page’s provider stays', async () => {
  expect(await pair('a', 'Bread', first)).toEqual([['connected', 'Bread']])
  expect(await pair('a', 'Bread', second)).toEqual([['account-changed', undefined]])
  const changed = (name: string) => [
    ['disconnected', 'user'],
    ['connected', name],
  ]
  expect(await pair('b', 'Cake', second)).toEqual(changed('Cake'))
  expect(await pair('c', 'Bread', first)).toEqual(changed('Bread'))
})

describe('the network, with several chains', () => {
  const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

  /** The events when this namespace becomes active. */
  async function moveTo(namespace: string, more: object = {}): Promise<unknown[]> {
    heard = []
    Object.assign(chainOf(namespace), more)
    chains.activeNamespace = namespace
    await settled()
    return heard
  }

  test('is reported when another connected wallet becomes active, and when that one disconnects', async () => {
    await pair('a', 'Bread', first)
    const connection = { status: 'connected', connectorId: 'sol', wallet: { id: 'sol', name: 'Sun' }, networkId: SOLANA }
    expect(await moveTo('solana', { ...connection, caipAddress: `${SOLANA}:9aQ` })).toEqual([['connected', 'Sun']])
    expect(await moveTo('eip155')).toEqual([['network-changed', 'eip155:56']])
    expect(await moveTo('solana')).toEqual([['network-changed', SOLANA]])
    Object.assign(chainOf('solana'), { status: 'disconnected', caipAddress: undefined })
    expect(await moveTo('eip155')).toEqual([
      ['network-changed', 'eip155:56'],
      ['disconnected', 'user'],
    ])
    expect(await moveTo('eip155')).toEqual([])
  })

  test('is reported on the way back too, before there is a wallet', async () => {
    expect(await moveTo('solana', { networkId: SOLANA })).toEqual([['network-changed', SOLANA]])
    expect(await moveTo('eip155', { networkId: 'eip155:42161' })).toEqual([['network-changed', 'eip155:42161']])
  })

  test('is not reported for chains that wait for a wallet, next to the active one', async () => {
    await pair('a', 'Bread', first)
    Object.assign(chainOf('solana'), { networkId: SOLANA })
    expect(await moveTo('eip155')).toEqual([])
    const connection = { status: 'connected', connectorId: 'sol', wallet: { id: 'sol', name: 'Sun' }, networkId: SOLANA }
    expect(await moveTo('solana', { ...connection, caipAddress: `${SOLANA}:9aQ` })).toEqual([['connected', 'Sun']])
  })

  test('is not reported while the last session is being restored', async () => {
    chains.restoring = true
    expect(await moveTo('solana', { networkId: SOLANA })).toEqual([])
    chains.restoring = false
    expect(await moveTo('solana')).toEqual([])
  })
})

test('every event bubbles out of shadow roots; what is about to happen can be canceled, what has happened cannot', async () => {
  stop()
  const element = Object.assign(new EventTarget(), { elementId: 1 })
  const seen: Record<string, boolean[]> = {}
  const happened = 'connected account-changed disconnected network-changed transaction open view-changed close error'.split(' ')
  const asked = 'before-connect before-transaction close-request'.split(' ')
  for (const each of [...happened, ...asked])
    element.addEventListener(`wallet-${each}`, ({ bubbles, composed, cancelable }) => {
      seen[each] = [bubbles, composed, cancelable]
    })
  stop = startEvents([element as unknown as HTMLElement & { elementId: number }])
  openModal(1, 'Networks')
  await settled()
  const kind = { kind: 'send', networkId: 'eip155:56' } as const
  allowed({ type: 'before-connect', wallet: 'a', namespace: 'eip155' })
  allowed({ type: 'before-transaction', ...kind, request: {} })
  allowed({ type: 'transaction', ...kind, status: 'submitted' })
  closeModal('api')
  await pair('a', 'Bread', first)
  await pair('a', 'Bread', second)
  chainOf('eip155').networkId = 'eip155:1'
  await settled()
  await pair('b', 'Bread', second)
  report(new WalletError('CONNECT_FAILED'))
  const expected = [...happened.map((each) => [each, [true, true, false]]), ...asked.map((each) => [each, [true, true, true]])]
  expect(seen).toEqual(Object.fromEntries(expected))
})

test('wallet-close is dispatched by another element if the one that showed the modal was removed', async () => {
  const told: string[] = []
  const door = (elementId: number) => {
    const element = Object.assign(new EventTarget(), { elementId })
    for (const type of ['open', 'close']) element.addEventListener(`wallet-${type}`, () => told.push(`${type} ${elementId}`))
    return element as unknown as HTMLElement & { elementId: number }
  }
  const doors = [door(1), door(2)]
  const stopBoth = startEvents(doors)
  modal.elementId = 1
  await settled()
  doors.shift()
  modal.elementId = undefined
  await settled()
  stopBoth()
  expect(told).toEqual(['open 1', 'close 2'])
})

test('wallet-view-changed is dispatched by the open element, or by the inline ones if none is open', async () => {
  stop()
  const told: unknown[] = []
  const door = (elementId: number, embedded: boolean) => {
    const element = Object.assign(new EventTarget(), { elementId, embedded })
    element.addEventListener('wallet-view-changed', (event) => {
      const { view, previous } = (event as CustomEvent<WalletEvents['wallet-view-changed']>).detail
      told.push([elementId, view, previous])
    })
    return element as unknown as HTMLElement & { elementId: number }
  }
  stop = startEvents([door(1, false), door(2, true)])
  navigate('AllWallets')
  await settled()
  openModal(1, 'Networks')
  await settled()
  expect(told).toEqual([
    [2, 'AllWallets', 'Connect'],
    [1, 'Networks', 'AllWallets'],
  ])
})

test('a host that changes an event’s detail changes nothing here', async () => {
  stop()
  const element = new EventTarget()
  element.addEventListener('wallet-connected', (event) => {
    const { accounts, wallet } = (event as CustomEvent<{ accounts: string[]; wallet: { name: string } }>).detail
    accounts.length = 0
    wallet.name = 'Mine'
  })
  stop = startEvents([Object.assign(element, { elementId: 1 }) as unknown as HTMLElement & { elementId: number }])
  await pair('a', 'Bread', first)
  expect(chainOf('eip155')).toMatchObject({ accounts: [`eip155:56:${first}`], wallet: { name: 'Bread' } })
})

test('the reason of one disconnect is not reused for the next', async () => {
  const leave = async () => {
    heard = []
    Object.assign(chainOf('eip155'), { status: 'disconnected', caipAddress: undefined })
    await settled()
    return heard
  }
  await pair('a', 'Bread', first)
  tellEnd({ namespace: 'eip155', caipAddress: `eip155:56:${first}`, reason: 'wallet' })
  expect(await leave()).toEqual([['disconnected', 'wallet']])
  await pair('b', 'Bread', first)
  expect(await leave()).toEqual([['disconnected', 'user']])
})

test('an element added later, or replacing another, gets the present wallets as restored, by itself and once', async () => {
  await pair('a', 'Bread', first)
  heard = []
  const told: unknown[] = []
  const late = Object.assign(new EventTarget(), { elementId: 2 })
  late.addEventListener('wallet-connected', (event) => {
    const { address, wallet, restored } = (event as CustomEvent<{ address: string; wallet: { name: string }; restored: boolean }>)
      .detail
    told.push([address, wallet.name, restored])
  })
  greet(late as unknown as HTMLElement & { elementId: number }, true)
  expect([told, heard]).toEqual([[[first, 'Bread', true]], []])
  Object.assign(chainOf('eip155'), { status: 'disconnected', caipAddress: undefined })
  await settled()
  expect([told.length, heard]).toEqual([1, [['disconnected', 'user']]])
})

test('it also gets the sign-in and the login, by itself and once', async () => {
  config.signInMode = 'optional'
  await vi.waitFor(async () => {
    auth.user = { id: 'ada' } as never
    await settled()
    expect(heard).toEqual(['ada'])
  })
  const told: unknown[] = []
  const late = Object.assign(new EventTarget(), { elementId: 2 })
  late.addEventListener('wallet-login', (event) => told.push((event as CustomEvent<WalletEvents['wallet-login']>).detail.user.id))
  greet(late as unknown as HTMLElement & { elementId: number }, true)
  expect([told, heard]).toEqual([['ada'], ['ada']])
})

test('a watched account is not reported to it, as to the others', () => {
  Object.assign(chainOf('eip155'), {
    connectorId: WATCH,
    wallet: { id: WATCH, name: 'W' },
    networkId: 'eip155:56',
    caipAddress: `eip155:56:${first}`,
  })
  const told = vi.fn()
  const late = Object.assign(new EventTarget(), { elementId: 2 })
  late.addEventListener('wallet-connected', told)
  greet(late as unknown as HTMLElement & { elementId: number }, true)
  expect(told).not.toHaveBeenCalled()
})

describe('a modal whose last element is removed', () => {
  /** The page's events for an open modal, when `leave` runs and removes all elements. */
  const closings = async (leave: () => void) => {
    stop()
    const elements = [1, 2].map((elementId) => Object.assign(new EventTarget(), { elementId }))
    const heard: unknown[] = []
    vi.stubGlobal('document', new EventTarget())
    for (const each of [document, ...elements])
      for (const type of ['wallet-open', 'wallet-close']) each.addEventListener(type, () => heard.push([type, each === document]))
    const end = startEvents(elements as never)
    modal.elementId = 1
    await settled()
    elements.length = 0
    leave()
    end()
    vi.unstubAllGlobals()
    return heard
  }
  const opened = ['wallet-open', false]
  const closed = ['wallet-close', true]

  test('has closed: the page gets the event, as the element cannot', async () => {
    expect(await closings(() => {})).toEqual([opened, closed])
  })

  test('is reported once too if it closes in the same task, as when another element is removed with it', async () => {
    expect(await closings(() => Object.assign(modal, { elementId: undefined }))).toEqual([opened, closed])
  })

  test('is not reported as closed if it was not reported as open', async () => {
    const heard = vi.fn()
    vi.stubGlobal('document', new EventTarget())
    document.addEventListener('wallet-close', heard)
    modal.elementId = 1
    stop()
    vi.unstubAllGlobals()
    expect(heard).not.toHaveBeenCalled()
  })
})
