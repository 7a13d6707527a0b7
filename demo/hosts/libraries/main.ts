import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import {
  connect as connectWagmi,
  createConfig,
  getAccount,
  http,
  sendTransaction as sendWithWagmi,
  watchAccount,
} from '@wagmi/core'
import { BrowserProvider, parseEther } from 'ethers'
import { createWalletClient, custom, type EIP1193Provider, parseEther as ether } from 'viem'
import { bsc, localhost } from 'viem/chains'
import type { WalletModalElement } from 'wallet-modal'
import { walletModal } from './wagmi-connector'

const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

const config = await (await fetch('/config.json')).json()
const modal = document.querySelector('wallet-modal') as WalletModalElement
Object.assign(modal, {
  projectId: config.projectId,
  mode: 'localhost',
  networks: ['eip155:31337', 'eip155:56', SOLANA],
  rpcUrl: config.rpc,
  providerUrl: config.provider,
  walletsUrl: config.provider,
  relayUrl: config.relay,
})
const chain = { ...localhost, id: 31337 }

async function withViem() {
  const client = createWalletClient({ chain, transport: custom(modal.getProvider('eip155') as EIP1193Provider) })
  const [account] = await client.getAddresses()
  return client.sendTransaction({ account: account as `0x${string}`, to: RECEIVER, value: ether('0.001') })
}

async function withEthers() {
  const signer = await new BrowserProvider(modal.getProvider('eip155') as EIP1193Provider).getSigner()
  const sent = await signer.sendTransaction({ to: RECEIVER, value: parseEther('0.002') })
  await sent.wait()
  return sent.hash
}

const wagmi = createConfig({
  chains: [chain, bsc],
  connectors: [walletModal(modal)],
  transports: { 31337: http(config.rpc['eip155:31337']), 56: http(config.rpc['eip155:56']) },
})
const result = document.getElementById('result')
watchAccount(wagmi, {
  onChange({ status, chainId }) {
    if (result) result.dataset.wagmi = `${status} ${chainId}`
  },
})

async function withWagmi() {
  const [connector] = wagmi.connectors
  if (!connector) throw new Error('wagmi has no connector')
  if (getAccount(wagmi).status !== 'connected') await connectWagmi(wagmi, { connector })
  return sendWithWagmi(wagmi, { to: RECEIVER, value: ether('0.003') })
}

async function onBnb() {
  const [connector] = wagmi.connectors
  if (!connector) throw new Error('wagmi has no connector')
  await connectWagmi(wagmi, { connector, chainId: bsc.id })
  return String(getAccount(wagmi).chainId)
}

type Standard = {
  accounts: readonly { address: string }[]
  features: {
    'solana:signTransaction': {
      signTransaction(input: object): Promise<readonly { signedTransaction: Uint8Array }[]>
    }
  }
}

async function withWeb3() {
  const wallet = modal.getProvider('solana') as Standard
  const [account] = wallet.accounts
  if (!account) throw new Error('The wallet has no account')
  const connection = new Connection(config.rpc[SOLANA], { commitment: 'confirmed', wsEndpoint: config.ws[SOLANA] })
  const payer = new PublicKey(account.address)
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const instruction = SystemProgram.transfer({ fromPubkey: payer, toPubkey: payer, lamports: 7 })
  const transaction = new Transaction({ feePayer: payer, blockhash, lastValidBlockHeight }).add(instruction)
  const [signed] = await wallet.features['solana:signTransaction'].signTransaction({
    account,
    chain: 'solana:devnet',
    transaction: transaction.serialize({ requireAllSignatures: false }),
  })
  const signature = await connection.sendRawTransaction(signed?.signedTransaction ?? new Uint8Array())
  await connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight })
  return signature
}

const ways = { viem: withViem, ethers: withEthers, wagmi: withWagmi, bnb: onBnb, web3: withWeb3 }
for (const [id, send] of Object.entries(ways))
  document.getElementById(id)?.addEventListener('click', async () => {
    const text = await send().catch((error) => `Failed: ${error.message}`)
    if (result) result.textContent = `${id} ${text}`
  })
