import {
  type Address,
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  parseEther,
  publicActions,
  serializeErc6492Signature,
  walletActions,
} from 'viem'
import wallet from './contracts/abi/SmartWallet.json' with { type: 'json' }
import factory from './contracts/abi/SmartWalletFactory.json' with { type: 'json' }

// Pays for the deployments, so that the ten accounts start with nonce 0.
const DEPLOYER = '0x000000000000000000000000000000000000de92'
const NO_SALT = `0x${'0'.repeat(64)}` as const

/** An owner's contract account on one chain, foretold until `deploy` has run. */
type SmartWallet = {
  readonly address: Address
  /** Puts it on the chain. */
  readonly deploy: () => Promise<void>
  /** The owner's signature as it is while the account is not deployed (ERC-6492). */
  readonly wrap: (signature: Hex) => Hex
}

/** The contract account of an owner on a local chain; its factory is deployed, itself it is not. */
export async function foretellSmartWallet(url: string, owner: Address): Promise<SmartWallet> {
  const chain = createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  await chain.impersonateAccount({ address: DEPLOYER })
  await chain.setBalance({ address: DEPLOYER, value: parseEther('10') })
  const send = async (to: Address | null, data: Hex) => {
    const hash = await chain.sendTransaction({ account: DEPLOYER, chain: null, to, data })
    return chain.waitForTransactionReceipt({ hash, timeout: 10_000 })
  }
  const { contractAddress } = await send(null, factory.bytecode as Hex)
  if (!contractAddress) throw new Error('The factory was not deployed')
  const data = encodeFunctionData({ abi: factory.abi, functionName: 'deploy', args: [owner] })
  const bytecode = encodeDeployData({ abi: wallet.abi, bytecode: wallet.bytecode as Hex, args: [owner] })
  return {
    address: getContractAddress({ opcode: 'CREATE2', from: contractAddress, salt: NO_SALT, bytecode }),
    deploy: async () => void (await send(contractAddress, data)),
    wrap: (signature) => serializeErc6492Signature({ address: contractAddress, data, signature }),
  }
}
