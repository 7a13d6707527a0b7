import {
  createAssociatedTokenAccountInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { Connection, Keypair, PublicKey, SystemProgram, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort, type Piece } from './listen'
import { startProviderApi } from './provider-api'
import { type SolanaChain, startSolana } from './solana'
import { devSeeds } from './solana-keys'

let solana: SolanaChain
let provider: Piece
beforeAll(async () => {
  solana = await startSolana(await freePort())
  provider = await startProviderApi(0, { chains: [], solana, walletUrl: 'http://localhost:1/', drift: false })
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
  })

  test('a Connection reads through it', async () => {
    expect(await new Connection(rpc()).getBalance(new PublicKey(account()))).toBe(1_000_000_000_000)
  })

  test('error: it refuses airdrops', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [account(), 1] })
    const answer = await (await fetch(rpc(), { method: 'POST', body })).json()
    expect(answer).toMatchObject({ id: 1, error: { code: -32601 } })
  })

  test('error: an address of another chain is refused', async () => {
    const path = `/v1/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance?chainId=${solana.networkId}&sv=1`
    expect((await fetch(new URL(path, provider.url))).status).toBe(400)
  })

  test('its history has coins and tokens with senders and receivers', async () => {
    const connection = new Connection(solana.url, 'confirmed')
    const seeds = await devSeeds()
    const [from, to] = [0, 6].map((index) => Keypair.fromSeed(seeds[index] ?? new Uint8Array(32)))
    const [dollar] = solana.tokens
    if (!from || !to || !dollar) throw new Error('Accounts and a token are expected')
    const mint = new PublicKey(dollar.address)
    const transfer = SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: to.publicKey, lamports: 1_500_000_000 })
    await sendAndConfirmTransaction(connection, new Transaction().add(transfer), [from])
    const [own, theirs] = [from, to].map(({ publicKey }) => getAssociatedTokenAddressSync(mint, publicKey))
    if (!own || !theirs) throw new Error('Two token accounts are expected')
    const payment = new Transaction().add(
      createAssociatedTokenAccountInstruction(from.publicKey, theirs, to.publicKey, mint),
      createTransferCheckedInstruction(own, mint, theirs, from.publicKey, 2_500_000, 6),
    )
    await sendAndConfirmTransaction(connection, payment, [from])
    const lines = async (index: number) => {
      const path = `/v1/account/${solana.accounts[index]}/history?chainId=${solana.networkId}`
      const { data } = (await json(path)) as { data: { metadata: Record<string, string>; transfers: { quantity: object }[] }[] }
      // Without the chain's initial airdrops, which have no sender and may be in the same slot.
      return data
        .filter(({ metadata }) => metadata.sentFrom)
        .map(({ metadata, transfers }) => [
          metadata.operationType,
          metadata.sentFrom,
          metadata.sentTo,
          transfers.map(({ quantity }) => quantity),
        ])
    }
    const [sender, receiver] = [from.publicKey.toBase58(), to.publicKey.toBase58()]
    const moved = [[{ numeric: '2.5' }], [{ numeric: '1.5' }]]
    expect((await lines(6)).sort()).toEqual(moved.map((amount) => ['receive', sender, receiver, amount]).sort())
    expect((await lines(0)).sort()).toEqual(moved.map((amount) => ['send', sender, receiver, amount]).sort())
  })
})
