import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { type Connection, Keypair, PublicKey, sendAndConfirmTransaction, Transaction } from '@solana/web3.js'
import { build, type Rolldown } from 'vite'
import { devSeeds } from '../demo/stack/solana-keys'
import type { WalletModalElement } from '../elements/wallet-modal'
import { openSite, type SiteOptions, urls } from './site'

/** The local Solana cluster. */
export const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const solanaRpc = urls.rpc?.[SOLANA] ?? ''

/** Attributes for the local Solana cluster, with one EVM chain or without. */
export const onSolana = { networks: `eip155:31337 ${SOLANA}`, 'rpc-url': words(['eip155:31337', SOLANA]) }
export const onlySolana = { networks: SOLANA, 'rpc-url': words([SOLANA]) }

function words(ids: readonly string[]): string {
  return ids.map((id) => `${id}=${urls.rpc?.[id]}`).join(' ')
}

let bundled: Promise<string> | undefined

/** The burner wallet and web3.js as one script. */
function bundle(): Promise<string> {
  bundled ??= build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('./burner.ts', import.meta.url)), formats: ['iife'], name: 'burner' },
    },
  }).then((output) => {
    const [first] = [output].flat() as Rolldown.RolldownOutput[]
    return first?.output[0].code ?? ''
  })
  return bundled
}

/** A script that adds the burner wallet to a page. */
export const burnerScript = async () => `window.solanaRpc = ${JSON.stringify(solanaRpc)};${await bundle()}`

/** Opens a site whose visitor has the burner wallet. */
export async function openWithBurner(page: Page, options: SiteOptions = {}): Promise<void> {
  await page.addInitScript({ content: await burnerScript() })
  await openSite(page, { attributes: onSolana, ...options })
}

/** Airdrops 5 SOL to an account and waits for confirmation. */
export async function fund(connection: Connection, address: string): Promise<void> {
  const body = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [address, 5_000_000_000] }
  const response = await fetch(solanaRpc, { method: 'POST', body: JSON.stringify(body) })
  const { result } = (await response.json()) as { result: string }
  await connection.confirmTransaction({ signature: result, ...(await connection.getLatestBlockhash()) })
}

type SplToken = { readonly address: string; readonly decimals: number }
const programOf = async (connection: Connection, mint: PublicKey) => {
  const account = await connection.getAccountInfo(mint)
  if (!account) throw new Error('A mint is expected')
  return account.owner
}

/** Gives an account 40 of each token from the development account that holds them all. */
export async function fundTokens(connection: Connection, owner: string, tokens: readonly SplToken[]): Promise<void> {
  const [seed] = await devSeeds(1)
  if (!seed) throw new Error('A seed is expected')
  const holder = Keypair.fromSeed(seed)
  const transaction = new Transaction()
  for (const { address, decimals } of tokens) {
    const mint = new PublicKey(address)
    const program = await programOf(connection, mint)
    const [from, to] = [holder.publicKey, new PublicKey(owner)].map((each) =>
      getAssociatedTokenAddressSync(mint, each, true, program),
    ) as [PublicKey, PublicKey]
    transaction.add(
      createAssociatedTokenAccountIdempotentInstruction(holder.publicKey, to, new PublicKey(owner), mint, program),
      createTransferCheckedInstruction(from, mint, to, holder.publicKey, 40n * 10n ** BigInt(decimals), decimals, [], program),
    )
  }
  await sendAndConfirmTransaction(connection, transaction, [holder])
}

/** An account's balance of a token on the chain, in base units. */
export async function heldOf(connection: Connection, owner: string, mint: string): Promise<bigint> {
  const { value } = await connection.getParsedTokenAccountsByOwner(new PublicKey(owner), { mint: new PublicKey(mint) })
  return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
}

/** Signs or sends a transaction through `getProvider('solana')`, as a host that knows the Wallet Standard does. */
export function signThroughProvider(page: Page, transaction: Transaction, method: 'sign' | 'send'): Promise<number[]> {
  const bytes = [...transaction.serialize({ requireAllSignatures: false, verifySignatures: false })]
  return page.evaluate(
    async ([given, way]) => {
      type Sign = (input: object) => Promise<[{ signedTransaction?: Uint8Array; signature?: Uint8Array }]>
      const element = document.querySelector('wallet-modal') as WalletModalElement
      const wallet = element.getProvider('solana') as { accounts: object[]; features: Record<string, Record<string, Sign>> }
      const input = { account: wallet.accounts[0], chain: 'solana:devnet', transaction: Uint8Array.from(given) }
      const [name, run] =
        way === 'send'
          ? ['solana:signAndSendTransaction', 'signAndSendTransaction']
          : ['solana:signTransaction', 'signTransaction']
      const output = await wallet.features[name]?.[run]?.(input)
      return [...(output?.[0].signature ?? output?.[0].signedTransaction ?? [])]
    },
    [bytes, method] as const,
  )
}
