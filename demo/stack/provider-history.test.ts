import { erc20Abi, parseUnits } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Balance } from './provider-balance'
import { accountAt, ask, chain, json, mined, wallet } from './provider-world'
import { seed } from './seed'
import type { NftInfo } from './wire-history'

describe('/v1/account/:address/history', () => {
  type Page = {
    data: {
      metadata: { hash: string; operationType: string; status: string }
      transfers: { direction: string; quantity: { numeric: string }; nft_info: NftInfo | null }[]
    }[]
    next: string | null
  }

  test('comes in pages of 50, newest first, none twice and none left out', async () => {
    const sender = wallet(8)
    const hashes: string[] = []
    for (let value = 1n; value <= 60n; value++)
      hashes.push(await mined(sender.sendTransaction({ to: accountAt(9).address, value })))
    const path = `/v1/account/${accountAt(9).address}/history?chainId=eip155:31337`
    const first = await json<Page>(path)
    expect(first.data).toHaveLength(50)
    // A new transaction between two pages shifts no entries.
    await mined(sender.sendTransaction({ to: accountAt(9).address, value: 61n }))
    const second = await json<Page>(`${path}&cursor=${first.next}`)
    expect(second.next).toBeNull()
    expect([...first.data, ...second.data].map(({ metadata }) => metadata.hash)).toEqual(hashes.toReversed())
    expect(first.data[0]?.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '0.00000000000000006' } }])
  })

  test('distinguishes token transfers, approvals and failures', async () => {
    const [, dollar] = chain.tokens
    if (!dollar) throw new Error('A token is expected')
    const call = { address: dollar.address, abi: erc20Abi } as const
    await mined(
      wallet(0).writeContract({ ...call, functionName: 'transfer', args: [accountAt(5).address, parseUnits('2.5', 6)] }),
    )
    await mined(wallet(5).writeContract({ ...call, functionName: 'approve', args: [accountAt(4).address, 1n] }))
    await mined(
      wallet(5).writeContract({
        ...call,
        functionName: 'transfer',
        args: [accountAt(4).address, parseUnits('9', 6)],
        gas: 100_000n,
      }),
    )
    const { data } = await json<Page>(`/v1/account/${accountAt(5).address}/history?chainId=eip155:31337`)
    expect(
      data.map(({ metadata, transfers }) => [
        metadata.operationType,
        metadata.status,
        transfers.map(({ quantity }) => quantity.numeric),
      ]),
    ).toEqual([
      ['execute', 'failed', []],
      ['approve', 'confirmed', []],
      ['receive', 'confirmed', ['2.5']],
    ])
  })

  test('has coins paid out by a contract, and collectibles of both kinds with their metadata', async () => {
    const owner = accountAt(2)
    const { data } = await json<Page>(`/v1/account/${owner.address}/history?chainId=eip155:31337`)
    const minted = data.filter(({ metadata }) => metadata.operationType === 'mint')
    const told = minted.flatMap(({ transfers }) =>
      transfers.map(({ nft_info, quantity }) => [nft_info?.name, nft_info?.flags.is_spam, quantity.numeric]),
    )
    expect(told.sort()).toEqual([
      ['Claim your reward 3', true, '1'],
      ['Guilloche print 1', false, '3'],
      ['Guilloche print 2', false, '1'],
      ['Rosette 6', false, '1'],
    ])
    expect(minted[0]?.transfers[0]?.nft_info?.content.preview?.url).toMatch(/^data:image\/svg\+xml/)
    // A contract whose constructor forwards its coins: PUSH20 receiver, CALL with CALLVALUE.
    const data2 = `0x6000600060006000347300000000000000000000000000000000000f00d05af1` as const
    const payer = wallet(2)
    await mined(payer.sendTransaction({ data: data2, value: 7n }))
    const paid = await json<Page>('/v1/account/0x00000000000000000000000000000000000f00d0/history?chainId=eip155:31337')
    expect(paid.data[0]?.transfers).toMatchObject([{ direction: 'in', quantity: { numeric: '0.000000000000000007' } }])
  })

  test('an on-ramp payout is "bought" for the receiver, and a transfer for the payer', async () => {
    const owner = '0x00000000000000000000000000000000000b0b01'
    const paid = await ask('/pay', {
      method: 'POST',
      body: new URLSearchParams({ to: owner, asset: 'ETH', fiat: '100', outcome: 'pay' }),
    })
    expect(paid.status).toBe(200)
    const of = (address: string) => json<Page>(`/v1/account/${address}/history?chainId=eip155:31337`)
    const [bought] = (await of(owner)).data
    expect(bought).toMatchObject({ metadata: { operationType: 'buy', status: 'confirmed' }, transfers: [{ direction: 'in' }] })
    const { data } = await of(accountAt(9).address)
    expect(data.find(({ metadata }) => metadata.hash === bought?.metadata.hash)?.metadata.operationType).toBe('send')
  })

  test('follows a chain that was reset to an earlier block', async () => {
    const path = `/v1/account/${accountAt(3).address}/history`
    const evm = async (method: string, params: unknown[] = []) =>
      (await (
        await fetch(chain.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        })
      ).json()) as { result: string }
    const { result: snapshot } = await evm('evm_snapshot')
    await mined(wallet(2).sendTransaction({ to: accountAt(3).address, value: 1n }))
    expect((await json<Page>(path)).data).toHaveLength(1)
    await evm('evm_revert', [snapshot])
    expect((await json<Page>(path)).data).toHaveLength(0)
  })

  test('error: an unknown cursor is refused', async () => {
    expect((await ask(`/v1/account/${accountAt(0).address}/history?cursor=junk`)).status).toBe(400)
  })
})

describe('seed', () => {
  test('fills an account with its own tokens and transactions, which the provider lists', async () => {
    const account = '0x00000000000000000000000000000000000abcde'
    await seed(chain.url, { account, transactions: 70, tokens: 60 })
    const { balances } = await json<{ balances: Balance[] }>(`/v1/account/${account}/balance?chainId=eip155:31337&sv=1`)
    expect(balances).toHaveLength(61)
    expect(balances).toContainEqual(
      expect.objectContaining({ name: 'Seeded 59', symbol: 'SEED59', quantity: { numeric: '10', decimals: '18' } }),
    )
    type Page = { data: { metadata: { operationType: string; status: string } }[]; next: string | null }
    const first = await json<Page>(`/v1/account/${account}/history`)
    const second = await json<Page>(`/v1/account/${account}/history?cursor=${first.next}`)
    const all = [...first.data, ...second.data].map(({ metadata }) => `${metadata.operationType} ${metadata.status}`)
    expect(all).toHaveLength(70)
    expect(new Set(all)).toEqual(new Set(['send confirmed', 'receive confirmed', 'approve confirmed', 'mint confirmed']))
  }, 20_000)
})
