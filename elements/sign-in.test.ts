import { beforeEach, expect, test } from 'vitest'
import '../src/lib/later-errors'
import type { SiwxSession } from '../src/lib/siwx'
import { chains } from '../src/state/chains'
import { siwx } from '../src/state/siwx'
import { resetStores } from '../src/state/store'
import { untilSignedIn } from './sign-in'

const [smart, own] = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const session: SiwxSession = {
  ...{ message: 'm', signature: '0x' },
  data: { accountAddress: own, chainId: 'eip155:1', domain: 'a.example', uri: 'https://a.example', version: '1', nonce: 'n' },
}
beforeEach(() => {
  resetStores()
  chains.active.caipAddress = `eip155:1:${smart}`
})

test('who goes on with another account, as where a smart one is not taken, still signs in for the host that waits', async () => {
  const { end } = untilSignedIn()
  chains.active.caipAddress = `eip155:1:${own}`
  await Promise.resolve()
  siwx.session = session
  expect(await end).toEqual(session)
})

test('error: who leaves the wallet does not', async () => {
  const { end } = untilSignedIn()
  chains.active.caipAddress = undefined
  await expect(end).rejects.toMatchObject({ code: 'ABORTED' })
})
