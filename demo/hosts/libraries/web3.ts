import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { config, modal, SOLANA } from './modal'

type Standard = {
  accounts: readonly { address: string }[]
  features: {
    'solana:signTransaction': {
      signTransaction(input: object): Promise<readonly { signedTransaction: Uint8Array }[]>
    }
  }
}

export async function send() {
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
