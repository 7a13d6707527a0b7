import { mnemonicToAccount } from 'viem/accounts'
import { DEV_MNEMONIC } from '../demo/stack/networks'

/** The development accounts: each funded with 10,000 of the native coin on each local chain. */
export const accounts = Array.from({ length: 5 }, (_, index) => {
  const account = mnemonicToAccount(DEV_MNEMONIC, { addressIndex: index })
  const key: `0x${string}` = `0x${Buffer.from(account.getHdKey().privateKey ?? []).toString('hex')}`
  return { address: account.address, key, short: `${account.address.slice(0, 6)}…${account.address.slice(-4)}` }
})

/** The nth development account. */
export function accountAt(index: number) {
  const account = accounts[index]
  if (!account) throw new Error(`There is no account ${index}`)
  return account
}

/** The account of most tests, and the next one. */
export const [first, second] = [accountAt(0), accountAt(1)]
