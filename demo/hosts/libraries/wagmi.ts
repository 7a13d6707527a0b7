import { connect, createConfig, getAccount, http, sendTransaction, watchAccount } from '@wagmi/core'
import { parseEther } from 'viem'
import { bsc } from 'viem/chains'
import { chain, config, modal, RECEIVER } from './modal'
import { walletModal } from './wagmi-connector'

const wagmi = createConfig({
  chains: [chain, bsc],
  connectors: [walletModal(modal)],
  transports: { 31337: http(config.rpc['eip155:31337']), 56: http(config.rpc['eip155:56']) },
})
watchAccount(wagmi, {
  onChange({ status, chainId }) {
    const result = document.getElementById('result')
    if (result) result.dataset.wagmi = `${status} ${chainId}`
  },
})

export async function send() {
  const [connector] = wagmi.connectors
  if (!connector) throw new Error('wagmi has no connector')
  if (getAccount(wagmi).status !== 'connected') await connect(wagmi, { connector })
  return sendTransaction(wagmi, { to: RECEIVER, value: parseEther('0.003') })
}

export async function onBnb() {
  const [connector] = wagmi.connectors
  if (!connector) throw new Error('wagmi has no connector')
  await connect(wagmi, { connector, chainId: bsc.id })
  return String(getAccount(wagmi).chainId)
}
