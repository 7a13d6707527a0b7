import { createRequire } from 'node:module'
import {
  type Address,
  concat,
  createTestClient,
  decodeErrorResult,
  decodeEventLog,
  encodeDeployData,
  getCreate2Address,
  type Hex,
  http,
  keccak256,
  parseEther,
  publicActions,
  stringToHex,
  walletActions,
} from 'viem'
import { entryPoint08Abi, entryPoint08Address, type PackedUserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import factory from './contracts/abi/SmartAccountFactory.json'
import { CREATE2_DEPLOYER, SALT } from './exchange'

// With this salt entry point 0.8 has the same address as on every public chain.
const ENTRY_POINT_SALT = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9'
const DEPLOYER = '0x000000000000000000000000000000000000de93'
/** Pays for everybody's operations; worth nothing elsewhere. */
const payer = privateKeyToAccount(keccak256(stringToHex('secure site: who pays for operations')))
const GAS_AROUND = 500_000n

/** A chain's smart accounts: the address of their factory, and the way for operations onto the chain. */
export type SmartAccounts = {
  readonly factory: Address
  /** Sends one operation, after earlier ones, and waits for it. Throws with the entry point's reason if it refuses. */
  readonly submit: (operation: PackedUserOperation) => Promise<Submitted>
}
/** Where an operation is, `id` its own hash and `hash` its transaction's. `ok`: whether its calls happened. */
export type Submitted = { readonly id: Hex; readonly hash: Hex; readonly ok: boolean }

/** Deploys the entry point (ERC-4337, from its own package) and our account factory on a local chain. */
export async function deploySmartAccounts(url: string): Promise<SmartAccounts> {
  const chain = createTestClient({ mode: 'anvil', transport: http(url), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
  // Not copied here, because it has its own licence.
  const { bytecode } = createRequire(import.meta.url)('@account-abstraction/contracts/artifacts/EntryPoint.json') as {
    bytecode: Hex
  }
  await chain.impersonateAccount({ address: DEPLOYER })
  await chain.setBalance({ address: DEPLOYER, value: parseEther('100') })
  const place = async (code: Hex, salt: Hex) => {
    const address = getCreate2Address({ from: CREATE2_DEPLOYER, salt, bytecode: code })
    if (await chain.getCode({ address })) return address
    const hash = await chain.sendTransaction({ account: DEPLOYER, chain: null, to: CREATE2_DEPLOYER, data: concat([salt, code]) })
    await chain.waitForTransactionReceipt({ hash, timeout: 10_000 })
    return address
  }
  await place(bytecode, ENTRY_POINT_SALT)
  const args = [entryPoint08Address]
  const address = await place(encodeDeployData({ abi: factory.abi, bytecode: factory.bytecode as Hex, args }), SALT)
  await chain.stopImpersonatingAccount({ address: DEPLOYER })

  async function send(operation: PackedUserOperation): Promise<Submitted> {
    await chain.setBalance({ address: payer.address, value: parseEther('100') })
    const call = {
      account: payer,
      address: entryPoint08Address,
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [[operation], payer.address],
      gas: gasOf(operation),
    } as const
    await chain.simulateContract(call).catch((cause) => {
      throw new Error(reasonOf(cause))
    })
    const hash = await chain.writeContract({ ...call, chain: null })
    const { logs, status } = await chain.waitForTransactionReceipt({ hash, timeout: 20_000 })
    if (status !== 'success') throw new Error('The network refused the operation')
    const [done] = logs.flatMap((log) => outcomeIn(log) ?? [])
    return { id: done?.id ?? hash, hash, ok: done?.ok === true }
  }
  // One after another: they share a nonce.
  let last: Promise<unknown> = Promise.resolve()
  const submit = (operation: PackedUserOperation) => {
    const mine = last.then(() => send(operation))
    last = mine.catch(() => {})
    return mine
  }
  return { factory: address, submit }
}

function gasOf({ accountGasLimits, preVerificationGas }: PackedUserOperation): bigint {
  const both = BigInt(accountGasLimits)
  return (both >> 128n) + (both & ((1n << 128n) - 1n)) + preVerificationGas + GAS_AROUND
}

function outcomeIn({ address, data, topics }: { address: Address; data: Hex; topics: [] | [Hex, ...Hex[]] }) {
  if (address.toLowerCase() !== entryPoint08Address.toLowerCase()) return undefined
  const event = decodeEventLog({ abi: entryPoint08Abi, data, topics })
  return event.eventName === 'UserOperationEvent' ? { id: event.args.userOpHash, ok: event.args.success } : undefined
}

/** The entry point's own reason: `AA24 signature error`. */
function reasonOf(cause: unknown): string {
  for (let each: unknown = cause; each instanceof Error; each = each.cause) {
    const { data } = each as { data?: unknown }
    if (typeof data === 'object' && data !== null && 'args' in data) {
      const { args } = data as { args?: readonly unknown[] }
      const reason = args?.find((arg) => typeof arg === 'string' && /^AA\d\d/.test(arg))
      if (typeof reason === 'string') return reason
    }
    if (typeof data === 'string' && data.startsWith('0x') && data.length > 2) {
      try {
        const { args } = decodeErrorResult({ abi: entryPoint08Abi, data: data as Hex })
        const reason = args?.find((arg) => typeof arg === 'string')
        if (typeof reason === 'string') return reason
      } catch {
        // Of another contract.
      }
    }
  }
  return 'The network refused the operation'
}
