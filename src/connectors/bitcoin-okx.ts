import { fromBase64 } from '../lib/base64'
import { WalletError } from '../lib/errors'
import { safeParse, z } from '../lib/schema'
import { fromHex, toHex } from './bitcoin-hex'
import { bitcoinStandIn, type Held, type ToSign } from './bitcoin-stand-in'
import { MAX_ACCOUNTS } from './limits'
import type { StandardWallet } from './wallet-standard-registration'

/** Test networks have another provider. */
const CHAIN = 'bitcoin:mainnet'
const EVENTS = ['accountChanged', 'accountsChanged', 'disconnect']

const Connected = z.object({ address: z.string() })
const Accounts = z.array(z.string()).check(z.maxLength(MAX_ACCOUNTS))

/** `window.okxwallet.bitcoin`, on Bitcoin's main network alone, with one account (facts: wallets §5.2). */
export function okxBitcoin(provider: object): StandardWallet {
  const call = async (method: string, ...given: unknown[]): Promise<unknown> => {
    const run: unknown = Reflect.get(provider, method)
    if (typeof run !== 'function') throw new WalletError('WALLET_METHOD_UNSUPPORTED')
    return Reflect.apply(run, provider, given)
  }
  const held = (address: string): Held => ({ address, chain: CHAIN })
  const known = async () => (safeParse(Accounts, await call('getAccounts')).data ?? []).slice(0, 1).map(held)
  /** The wallet signs with its current account, whatever is asked for. */
  const assertOn = async ({ address }: Pick<Held, 'address'>) => {
    if ((await known())[0]?.address !== address) throw new WalletError('WALLET_UNAUTHORIZED')
  }
  const sign = async (psbt: Uint8Array, inputs: readonly ToSign[], autoFinalized: boolean) => {
    for (const input of inputs) await assertOn(input)
    const toSignInputs = inputs.flatMap(({ address, indexes }) => indexes.map((index) => ({ index, address })))
    const signed = await call('signPsbt', toHex(psbt), { autoFinalized, toSignInputs })
    if (!fromHex(signed)) throw new WalletError('WALLET_ANSWER_INVALID')
    return signed
  }
  return bitcoinStandIn('OKX Wallet', [CHAIN], {
    async connect() {
      const { success, data } = safeParse(Connected, await call('connect'))
      if (!success) throw new WalletError('WALLET_ANSWER_INVALID')
      return [held(data.address)]
    },
    known,
    disconnect: () => call('disconnect'),
    watch(changed) {
      const heard = EVENTS.map((name) => [name, () => changed(name === 'disconnect')] as const)
      for (const [name, hear] of heard) call('on', name, hear).catch(() => {})
      return () => {
        for (const [name, hear] of heard) call('removeListener', name, hear).catch(() => {})
      }
    },
    async signMessage(message, account) {
      await assertOn(account)
      return fromBase64(await call('signMessage', message, 'bip322-simple'))
    },
    signPsbt: async (psbt, inputs) => fromHex(await sign(psbt, inputs, false)),
    // Sent exactly as signed, without retries.
    sendPsbt: async (psbt, inputs) => call('pushPsbt', await sign(psbt, inputs, true)),
  })
}
