import { createWalletClient, custom, type EIP1193Provider, parseEther } from 'viem'
import { chain, modal, RECEIVER } from './modal'

export async function send() {
  const client = createWalletClient({ chain, transport: custom(modal.getProvider('eip155') as EIP1193Provider) })
  const [account] = await client.getAddresses()
  return client.sendTransaction({ account: account as `0x${string}`, to: RECEIVER, value: parseEther('0.001') })
}
