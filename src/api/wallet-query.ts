/** Which wallets to list. Ids are those of the wallet list; chains are CAIP-2 ids. */
export type WalletQuery = {
  readonly page?: number
  readonly entries?: number
  readonly search?: string | undefined
  readonly badge?: 'certified' | 'none' | undefined
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  readonly chains?: readonly string[] | undefined
}
