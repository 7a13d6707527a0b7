import { fromBase64, readBytes, toBase64 } from '../lib/base64'
import { isCaipNetworkId } from '../lib/caip'
import { WalletError } from '../lib/errors'
import { toHex } from './bitcoin-hex'
import { chains, purposesOf, readAddress } from './bitcoin-values'
import type { OpenWallet } from './late-connector'
import type { ConnectorEvent, Provider } from './types'
import {
  callFeature,
  isParams,
  type Params,
  providerOf,
  type StandardAccount,
  type StandardView,
} from './wallet-standard-feature'
import { type Dialect, openStandardWallet } from './wallet-standard-wallet'

const bitcoin: Dialect = {
  namespace: 'bip122',
  prefix: 'bitcoin:',
  chains,
  readAddress,
  ask: (wallet, silent) => (silent ? askSilently(wallet) : callFeature(wallet, 'bitcoin:connect', 'connect', [PURPOSES])),
  disconnect: ['bitcoin:disconnect', 'standard:disconnect'],
  events: ['bitcoin:events', 'standard:events'],
  provider: bitcoinProvider,
  isBound: true,
  types: (accounts) => purposesOf(accounts.map(({ address, account }) => ({ address, purpose: purposeOf(account) }))),
}
const PURPOSES = { purposes: ['payment', 'ordinals'] }

/** Opens a Bitcoin wallet, of which only the name is trusted; `tell` receives its changes. */
export const openBitcoinWallet = (wallet: object, tell: (event: ConnectorEvent) => void): OpenWallet =>
  openStandardWallet(wallet, tell, bitcoin)

/** `bitcoin:connect` always prompts: without `standard:connect`, only the accounts that the wallet already shows are used. */
async function askSilently(wallet: object): Promise<unknown> {
  const { features } = wallet as { features?: object }
  const answer = 'standard:connect' in Object(features) && callFeature(wallet, 'standard:connect', 'connect', [{ silent: true }])
  return (await answer) || wallet
}

function purposeOf(account: unknown): unknown {
  try {
    return isParams(account) ? (account.purpose ?? account.type) : undefined
  } catch {
    // The wallet's own object: reading a member may throw.
    return undefined
  }
}

/**
 * The methods of WalletConnect's bip122 namespace on a wallet of the Wallet Standard, so that one adapter speaks to both (facts:
 * wallets §5.1): signatures in hex, transactions in base64. A transaction is sent (`broadcast`) where the wallet has
 * `bitcoin:signAndSendTransaction`, which gives its id alone; a bare transfer is not in the standard.
 * Throws WALLET_METHOD_UNSUPPORTED, RPC_INVALID_PARAMS, WALLET_UNAUTHORIZED, WALLET_ANSWER_INVALID and what the wallet says.
 */
function bitcoinProvider(wallet: object, view: StandardView): Provider {
  const held = (address: unknown): StandardAccount => {
    const accounts = view.accounts()
    const account = address === undefined ? accounts[0] : accounts.find((each) => each.address === address)
    if (!account) throw new WalletError('WALLET_UNAUTHORIZED')
    return account
  }
  const one = async (feature: string, method: string, input: object): Promise<unknown> => {
    const answer = await callFeature(wallet, feature, method, [input])
    if (!Array.isArray(answer) || answer.length !== 1) throw new WalletError('WALLET_ANSWER_INVALID')
    return answer[0]
  }
  const methods: Record<string, (params: Params) => unknown> = {
    getAccountAddresses() {
      const types = bitcoin.types?.(view.accounts()) ?? {}
      return view.accounts().map(({ address }) => ({ address, intention: types[address] }))
    },
    async signMessage({ message, address, account }) {
      if (typeof message !== 'string') throw new WalletError('RPC_INVALID_PARAMS')
      const holder = held(address ?? account)
      const input = { account: holder.account, message: new TextEncoder().encode(message) }
      const signature = bytesIn(await one('bitcoin:signMessage', 'signMessage', input), 'signature')
      return { address: holder.address, signature: toHex(signature) }
    },
    async signPsbt({ psbt, signInputs, broadcast }) {
      const bytes = fromBase64(psbt)
      if (!bytes?.length || !Array.isArray(signInputs) || signInputs.length === 0) throw new WalletError('RPC_INVALID_PARAMS')
      const inputsToSign = signInputs.map((each: unknown) => {
        if (!isParams(each) || !Number.isInteger(each.index)) throw new WalletError('RPC_INVALID_PARAMS')
        return { account: held(each.address).account, signingIndexes: [each.index] }
      })
      const chain = Object.keys(chains).find((name) => chains[name] === view.network())
      const input = { psbt: bytes, inputsToSign, chain }
      if (broadcast) return { txid: idIn(await one('bitcoin:signAndSendTransaction', 'signAndSendTransaction', input)) }
      const output = await one('bitcoin:signTransaction', 'signTransaction', input)
      return { psbt: toBase64(bytesIn(output, 'signedPsbt')) }
    },
    // Some wallets have a current network, which is changed with a prompt.
    async wallet_setNetwork({ networkId }) {
      if (!isCaipNetworkId(networkId)) throw new WalletError('CHAIN_NOT_SUPPORTED')
      const chain = Object.keys(chains).find((name) => chains[name] === networkId)
      if (view.setNetwork(networkId)) return null
      if (!chain) throw new WalletError('CHAIN_NOT_SUPPORTED')
      const ask = callFeature(wallet, 'wallet-modal:changeNetwork', 'changeNetwork', [chain])
      // The standard has no such method.
      await ask.catch((cause) => {
        throw cause instanceof WalletError && cause.code === 'WALLET_METHOD_UNSUPPORTED'
          ? new WalletError('CHAIN_NOT_SUPPORTED')
          : cause
      })
      if (!view.setNetwork(networkId)) throw new WalletError('CHAIN_NOT_SUPPORTED')
      return null
    },
  }
  return providerOf(view, methods)
}

/** `txId` in the standard; some wallets write `txid`, as WalletConnect does. */
function idIn(output: unknown): string {
  const { txId, txid = txId } = isParams(output) ? output : {}
  if (typeof txid !== 'string' || !/^[\da-f]{64}$/i.test(txid)) throw new WalletError('WALLET_ANSWER_INVALID')
  return txid.toLowerCase()
}

function bytesIn(output: unknown, name: string): Uint8Array {
  const bytes = isParams(output) ? readBytes(output[name]) : undefined
  if (!bytes?.length) throw new WalletError('WALLET_ANSWER_INVALID')
  return bytes
}
