import { BrowserProvider, type Eip1193Provider, parseEther } from 'ethers'
import { modal, RECEIVER } from './modal'

export async function send() {
  const signer = await new BrowserProvider(modal.getProvider('eip155') as Eip1193Provider).getSigner()
  const sent = await signer.sendTransaction({ to: RECEIVER, value: parseEther('0.002') })
  await sent.wait()
  return sent.hash
}
