import { Connection, PublicKey } from '@solana/web3.js'
import type { PriceOf } from './prices'
import type { Balance } from './provider-balance'
import { ProviderRefusal } from './provider-errors'
import type { SolanaChain } from './solana'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, type TokenAmount, tokenAmount } from './solana-account'

/** What a Solana account holds, as the provider's API words it: the coin always, a token when there is some of it. */
export async function readSolanaBalances(
  { url, networkId, tokens }: SolanaChain,
  owner: string,
  { priceOf, iconOf }: { priceOf: PriceOf; iconOf: (symbol: string) => string },
): Promise<Balance[]> {
  const key = keyOf(owner)
  const connection = new Connection(url, 'confirmed')
  const programs = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((id) => new PublicKey(id))
  const [lamports, ...held] = await Promise.all([
    connection.getBalance(key),
    ...programs.map((programId) => connection.getParsedTokenAccountsByOwner(key, { programId })),
  ])
  const line = (name: string, symbol: string, { uiAmountString, decimals }: TokenAmount, address?: string): Balance => {
    const price = priceOf(symbol)
    return {
      name,
      symbol,
      chainId: networkId,
      ...(address && { address: `${networkId}:${address}` }),
      value: Number(uiAmountString) * price,
      price,
      quantity: { decimals: String(decimals), numeric: uiAmountString },
      iconUrl: iconOf(symbol),
    }
  }
  const lines = held.flatMap(({ value }) =>
    value.flatMap(({ account }) => {
      const { mint, tokenAmount } = account.data.parsed.info as { mint: string; tokenAmount: TokenAmount }
      const token = tokens.find(({ address }) => address === mint)
      return token && tokenAmount.amount !== '0' ? [line(token.name, token.symbol, tokenAmount, mint)] : []
    }),
  )
  return [line('Solana', 'SOL', tokenAmount(BigInt(lamports), 9)), ...lines]
}

/** The address as it is, if it is one of this chain. Throws a ProviderRefusal. */
export const solanaOwnerOf = (text: string): string => keyOf(text).toBase58()

function keyOf(text: string): PublicKey {
  try {
    return new PublicKey(text)
  } catch {
    throw new ProviderRefusal('address', 'The address provided is invalid')
  }
}
