import { fromBase64, toBase64 } from '../lib/base64'
import { foundIn } from '../lib/error-tree'
import { WalletError } from '../lib/errors'
import { safeParse, z } from '../lib/schema'
import { plainText } from '../lib/text'
import { fromHex, toHex } from './bitcoin-hex'
import { bitcoinStandIn, chainOf, type Driver, type Held } from './bitcoin-stand-in'
import { MAX_ACCOUNTS } from './limits'
import type { StandardWallet } from './wallet-standard-registration'

const EVENTS = ['accountChange', 'networkChange', 'disconnect']
const purposes = ['payment', 'ordinals']
/** Sats-Connect's network names by the standard's. */
const networks: ReadonlyMap<string, string> = new Map([
  ['bitcoin:mainnet', 'Mainnet'],
  ['bitcoin:testnet', 'Testnet'],
])

/** Error numbers to which Sats-Connect gives its own meaning. */
const refusals: ReadonlyMap<number, 'USER_REJECTED' | 'WALLET_UNAUTHORIZED' | 'WALLET_METHOD_UNSUPPORTED'> = new Map([
  [-32000, 'USER_REJECTED'],
  [-32002, 'WALLET_UNAUTHORIZED'],
  [-32001, 'WALLET_METHOD_UNSUPPORTED'],
  [-32601, 'WALLET_METHOD_UNSUPPORTED'],
])

const Reply = z.object({ result: z.optional(z.unknown()), error: z.optional(z.unknown()) })
const Given = z.object({
  address: z.string(),
  purpose: z.optional(z.string()),
  // Leather only: the coin of the address.
  symbol: z.optional(z.string()),
})
const Addresses = z.object({
  addresses: z.array(Given).check(z.maxLength(MAX_ACCOUNTS)),
  network: z.catch(z.optional(z.object({ bitcoin: z.object({ name: z.string() }) })), undefined),
})
const Signed = z.object({ signature: z.string(), address: z.optional(z.string()) })
const Psbt = z.object({ psbt: z.optional(z.string()), hex: z.optional(z.string()), txid: z.optional(z.string()) })

/** A provider of Sats-Connect, such as Xverse's, or Leather's, which takes other parameters. */
export const satsConnect = (provider: object, name: string, isLeather: boolean): StandardWallet =>
  bitcoinStandIn(name, [...networks.keys()], (isLeather ? leather : sats)(provider))

type Ask = <Schema extends z.ZodMiniType>(schema: Schema, method: string, params?: object) => Promise<z.output<Schema>>

/** One request, without retries. Throws USER_REJECTED, WALLET_METHOD_UNSUPPORTED, WALLET_ANSWER_INVALID and what the wallet throws. */
const askOf =
  (provider: object): Ask =>
  async (schema, method, params) => {
    const request: unknown = Reflect.get(provider, 'request')
    if (typeof request !== 'function') throw new WalletError('WALLET_METHOD_UNSUPPORTED')
    const reply = await Promise.resolve(Reflect.apply(request, provider, [method, params ?? null])).catch((cause) => {
      throw inOurWords(cause)
    })
    const { result, error } = safeParse(Reply, reply).data ?? {}
    if (error !== undefined && error !== null) throw inOurWords(error)
    const read = safeParse(schema, result)
    if (!read.success) throw new WalletError('WALLET_ANSWER_INVALID', { cause: read.error })
    return read.data
  }

function inOurWords(cause: unknown): unknown {
  const [code] = foundIn(cause).codes.flatMap((each) => refusals.get(each) ?? [])
  return code ? new WalletError(code, { cause }) : cause
}

/** The signature; undefined if another account than the one asked for signed. */
function signatureOf({ signature, address }: z.output<typeof Signed>, account: Held): Uint8Array | undefined {
  return address === undefined || address === account.address ? fromBase64(signature) : undefined
}

function sats(provider: object): Driver {
  const ask = askOf(provider)
  // An element named `title` would stand for the title.
  const message = plainText(document.title) || location.host
  const read = ({ addresses, network }: z.output<typeof Addresses>): Held[] => {
    const name = network?.bitcoin.name
    // A network that we do not know is not one of the page's.
    const told = name && ([...networks].find(([, each]) => each === name)?.[0] ?? `bitcoin:${name.toLowerCase()}`)
    return addresses.map(({ address, purpose }) => ({ address, purpose, chain: told || chainOf(address) }))
  }
  const psbt = async (bytes: Uint8Array, inputs: Parameters<Driver['signPsbt']>[1], broadcast: boolean) => {
    const signInputs = Object.fromEntries(inputs.map(({ address, indexes }) => [address, indexes]))
    return ask(Psbt, 'signPsbt', { psbt: toBase64(bytes), signInputs, broadcast })
  }
  return {
    connect: async () => {
      try {
        return read(await ask(Addresses, 'wallet_connect', { addresses: purposes, message }))
      } catch (cause) {
        if (!(cause instanceof WalletError) || cause.code !== 'WALLET_METHOD_UNSUPPORTED') throw cause
      }
      return read(await ask(Addresses, 'getAddresses', { purposes, message }))
    },
    known: async () => read(await ask(Addresses, 'wallet_getAccount')),
    disconnect: () => ask(z.unknown(), 'wallet_disconnect'),
    changeNetwork: (chain) => ask(z.unknown(), 'wallet_changeNetwork', { name: networks.get(chain) }),
    watch(changed) {
      const listen = (...given: unknown[]): unknown => {
        try {
          return Reflect.apply(Reflect.get(provider, 'addListener') as () => unknown, provider, given)
        } catch {
          // Changes without an event are noticed at the next request.
          return undefined
        }
      }
      const stops = EVENTS.flatMap((eventName) => {
        const cb = () => changed(eventName === 'disconnect')
        // Newer wallets take both in one object.
        return [listen(eventName, cb), listen({ eventName, cb })]
      })
      return () => {
        for (const stop of stops) if (typeof stop === 'function') stop()
      }
    },
    signMessage: async (text, account) =>
      signatureOf(await ask(Signed, 'signMessage', { address: account.address, message: text }), account),
    signPsbt: async (bytes, inputs) => fromBase64((await psbt(bytes, inputs, false)).psbt),
    sendPsbt: async (bytes, inputs) => (await psbt(bytes, inputs, true)).txid,
  }
}

/** Leather cannot disconnect, answer silently or change networks, and has no events. */
function leather(provider: object): Driver {
  const ask = askOf(provider)
  const short = (chain: string) => chain.replace('bitcoin:', '')
  const psbt: (...given: [...Parameters<Driver['signPsbt']>, boolean]) => Promise<z.output<typeof Psbt>> = (
    bytes,
    inputs,
    chain,
    broadcast,
  ) =>
    ask(Psbt, 'signPsbt', {
      hex: toHex(bytes),
      signAtIndex: inputs.flatMap(({ indexes }) => indexes),
      network: short(chain),
      broadcast,
    })
  return {
    connect: async () =>
      (await ask(Addresses, 'getAddresses')).addresses
        .filter(({ symbol }) => symbol === undefined || symbol === 'BTC')
        .map(({ address }) => ({ address, chain: chainOf(address) })),
    known: () => Promise.reject(new WalletError('WALLET_METHOD_UNSUPPORTED')),
    watch: () => () => {},
    signMessage: async (message, account) => {
      const paymentType = /^(bc|tb|bcrt)1p/i.test(account.address) ? 'p2tr' : 'p2wpkh'
      return signatureOf(await ask(Signed, 'signMessage', { message, paymentType, network: short(account.chain) }), account)
    },
    signPsbt: async (...given) => fromHex((await psbt(...given, false)).hex),
    sendPsbt: async (...given) => (await psbt(...given, true)).txid,
  }
}
