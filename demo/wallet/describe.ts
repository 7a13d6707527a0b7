import { formatEther, hexToString, isHex } from 'viem'
import { chainIdIn, type WalletRequest } from './request'
import { typedDataIn } from './sign'
import type { Wallet } from './wallet'

/** A request in words: a heading, and named lines. */
export type Description = { readonly title: string; readonly lines: readonly (readonly [name: string, text: string])[] }

/** What a request asks for, for a person to read; never throws. */
export function describe({ method, params }: WalletRequest, wallet: Wallet, chainId: number): Description {
  const list: unknown[] = Array.isArray(params) ? params : []
  const network = ['Network', wallet.chainOf(chainId)?.name ?? `Chain ${chainId}`] as const
  try {
    switch (method) {
      case 'personal_sign':
        return { title: 'Sign a message', lines: [['Message', readable(list[0])]] }
      case 'eth_signTypedData_v4': {
        const { primaryType, domain, message } = typedDataIn(list[1])
        return {
          title: 'Sign typed data',
          lines: [
            ['Type', primaryType],
            ['Domain', pretty(domain)],
            ['Message', pretty(message)],
          ],
        }
      }
      case 'eth_sendTransaction': {
        const { to, value, data } = list[0] as { to?: string; value?: string; data?: string }
        const amount = `${formatEther(BigInt(value ?? 0))} ${wallet.chainOf(chainId)?.symbol ?? ''}`
        return {
          title: 'Send a transaction',
          lines: [network, ['To', to ?? 'A new contract'], ['Amount', amount], ['Data', data ?? 'None']],
        }
      }
      case 'wallet_switchEthereumChain': {
        const wanted = chainIdIn(list[0])
        return {
          title: 'Switch network',
          lines: [['To', wallet.chainOf(wanted)?.name ?? `Chain ${wanted}, which this wallet does not know`]],
        }
      }
      case 'wallet_addEthereumChain':
        return { title: 'Add a network', lines: [['Network', pretty(list[0])]] }
    }
  } catch {
    // It cannot be parsed: shown unchanged.
  }
  return { title: `Request: ${method}`, lines: [network] }
}

/** Text of any value, indented. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part), 2) ?? ''
}

function readable(message: unknown): string {
  if (!isHex(message)) return String(message)
  const text = hexToString(message)
  // Bytes that are not text are shown as bytes.
  return text.includes('\uFFFD') ? message : text
}
