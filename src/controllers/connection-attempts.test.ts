import { expect, test, vi } from 'vitest'
import { beginDisconnected, present } from '../../.ci/connection-world'
import { attempt } from '../state/attempt'
import { chains } from '../state/chains'
import { pairing } from '../state/pairing'
import { cancelConnect, connect } from './connection'

const codes = beginDisconnected()

const asked = (wallet: ReturnType<typeof present>) => vi.waitFor(() => expect(wallet.calls.connect).toBe(1), { timeout: 10_000 })

test('an attempt that took another’s place can still be canceled after that one has ended', async () => {
  const first = present({ id: 'first' }, { connect: 'hang' })
  const second = present({ id: 'second' }, { connect: 'hang' })
  const replaced = connect({ wallet: 'first' })
  await asked(first)
  const end = connect({ wallet: 'second' })
  await replaced
  await asked(second)
  cancelConnect()
  expect([attempt.status, chains.status]).toEqual(['idle', 'disconnected'])
  expect(await end).toBe(false)
})

const outage = { type: 'error', code: 'RELAY_UNREACHABLE' } as const

test('error: an outage of the relay fails a pairing that has no code yet; a code that is shown stays', async () => {
  const wallet = present({ id: 'walletConnect', type: 'WALLET_CONNECT' }, { connect: 'hang' })
  const end = connect({ wallet: 'walletConnect' })
  await asked(wallet)
  wallet.emit(outage)
  expect(pairing).toMatchObject({ status: 'failed', code: 'RELAY_UNREACHABLE' })
  wallet.emit({ type: 'pairing', uri: 'wc:1@2?symKey=2', expiresAt: 1000 })
  wallet.emit(outage)
  expect(pairing).toMatchObject({ status: 'ready', uri: 'wc:1@2?symKey=2', code: undefined })
  cancelConnect()
  await end
})

test('error: an outage under a connected session is no failed pairing while another wallet is asked', async () => {
  const paired = present({ id: 'walletConnect', type: 'WALLET_CONNECT' })
  await connect({ wallet: 'walletConnect' })
  const other = present({ id: 'other' }, { connect: 'hang' })
  const end = connect({ wallet: 'other' })
  await asked(other)
  paired.emit(outage)
  expect([pairing.status, pairing.code, codes]).toEqual(['idle', undefined, ['RELAY_UNREACHABLE']])
  cancelConnect()
  await end
})
