import type { TokenBalance } from './token'

/**
 * Contracts by which a chain's coin is also listed, and on some moved, as a token (Celo, Polygon, ZKsync Era). They hold no balance of
 * their own: what is sent through them is what the fee is paid from.
 */
const COIN_CONTRACTS = /^eip155:(42220:0x471ece3750da237f93b8e339c536989b8978a438|137:0x0{36}1010|324:0x0{36}800a)$/i

/** Whether a token, by its CAIP-10 id, is the chain's coin by its contract. */
export const isCoinContract = (address: string | undefined): boolean => address !== undefined && COIN_CONTRACTS.test(address)

/** The list with the coin once, as the coin: where it is listed by its contract that entry becomes it, or is left out. */
export function withCoin(list: readonly TokenBalance[]): readonly TokenBalance[] {
  const hasCoin = list.some(({ address }) => address === undefined)
  return list.flatMap((each) => (isCoinContract(each.address) ? (hasCoin ? [] : [{ ...each, address: undefined }]) : [each]))
}
