import { read, remember, type StorageKey } from '../lib/storage'
import type { AccountType } from '../lib/wallet'
import { config } from '../state/config'

/** Where the choice of this device is kept. */
export const accountTypeKey: StorageKey<AccountType> = {
  area: 'local',
  name: 'account-type',
  parse: (value) => (value === 'eoa' || value === 'smartAccount' ? value : undefined),
}

/** The account type for EVM chains: what was chosen here, else the host's preference. */
export const preferredType = (): AccountType =>
  read(accountTypeKey) ?? (config.accountType === 'smart-account' ? 'smartAccount' : 'eoa')

/** Keeps the choice for the next visit. */
export const preferType = (type: AccountType): void => remember(accountTypeKey, type)
