import { bytesToHex } from 'viem'
import { mnemonicToAccount, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { DEV_MNEMONIC } from '../stack/networks'

const COUNT = 10

/** The ten development accounts; all from one derivation of the seed, which is the slow part. */
export function devAccounts(): PrivateKeyAccount[] {
  const parent = mnemonicToAccount(DEV_MNEMONIC, { path: `m/44'/60'/0'/0` }).getHdKey()
  return Array.from({ length: COUNT }, (_, index) => {
    const { privateKey } = parent.deriveChild(index)
    if (!privateKey) throw new Error('The development mnemonic gave no key')
    return privateKeyToAccount(bytesToHex(privateKey))
  })
}
