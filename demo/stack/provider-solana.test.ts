import { Connection, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, type Piece } from './listen'
import { startProviderApi } from './provider-api'
import { type SolanaChain, startSolana } from './solana'

let solana: SolanaChain
let provider: Piece
beforeAll(async () => {
  solana = await startSolana(await freePort())
  provider = await startProviderApi(0, { chains: [], solana, walletUrl: 'http://localhost:1/' })
})
afterAll(async () => {
  await provider.stop()
  await solana.stop()
})

const json = async (path: string) => (await fetch(new URL(path, provider.url))).json()
const account = () => solana.accounts[0] ?? ''
const rpc = () => `${provider.url}/v1/?chainId=${solana.networkId}&projectId=local`

describe('the provider on Solana', () => {
  test('the chain is among those that it serves', async () => {
    expect(await json('/v1/supported-chains')).toEqual({ http: [solana.networkId], ws: [] })
  })

  test('a portfolio is the coin and the tokens of both programs', async () => {
    const { balances } = await json(`/v1/account/${account()}/balance?chainId=${solana.networkId}&sv=html-solana-1.0.0`)
    expect(balances).toMatchObject([
      { symbol: 'SOL', chainId: solana.networkId, quantity: { decimals: '9', numeric: '1000' } },
      { symbol: 'DUSD', value: 1_000_000, quantity: { decimals: '6', numeric: '1000000' } },
      { symbol: 'DEMO', address: `${solana.networkId}:${solana.tokens[1]?.address}` },
    ])
    expect(await json(`/v1/account/${account()}/history?chainId=${solana.networkId}`)).toEqual({ data: [], next: null })
  })

  test('a Connection reads through it', async () => {
    expect(await new Connection(rpc()).getBalance(new PublicKey(account()))).toBe(1_000_000_000_000)
  })

  test('error: it gives no coins away', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [account(), 1] })
    const answer = await (await fetch(rpc(), { method: 'POST', body })).json()
    expect(answer).toMatchObject({ id: 1, error: { code: -32601 } })
  })

  test('error: no address of this chain', async () => {
    const path = `/v1/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance?chainId=${solana.networkId}&sv=1`
    expect((await fetch(new URL(path, provider.url))).status).toBe(400)
  })
})
