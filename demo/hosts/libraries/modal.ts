import { localhost } from 'viem/chains'
import type { WalletModalElement } from 'wallet-modal'

export const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

export const config = await (await fetch('/config.json')).json()
export const chain = { ...localhost, id: 31337 }

/** The page's element, pointed at the local stack. */
export const modal = document.querySelector('wallet-modal') as WalletModalElement
Object.assign(modal, {
  projectId: config.projectId,
  mode: 'localhost',
  networks: ['eip155:31337', 'eip155:56', SOLANA],
  rpcUrl: config.rpc,
  providerUrl: config.provider,
  walletsUrl: config.provider,
  relayUrl: config.relay,
})
