import type { PublicKey } from '@solana/web3.js'
import { fromBase64 } from '../lib/base64'
import { WalletError } from '../lib/errors'
import { decimalOf } from '../lib/format'
import { solanaNotices } from '../lib/solana-notices'
import { tokenPrograms } from './solana-instructions'

/** Transfer-fee extension: an older fee until an epoch, a newer one from then on. */
const TRANSFER_FEE = 1
const FEES_AT = { older: 72, newer: 90 }
/** Transfer-hook extension: authority and hook program, 32 bytes each. The hook takes accounts that only it knows. */
const TRANSFER_HOOK = 14
/** Scaled-amount extension: displayed amounts are the stored ones times a multiplier, with another one from a time on. */
const SCALED_AMOUNT = 25
const SCALES_AT = { older: 32, from: 40, newer: 48 }
const SCALES_LENGTH = 56
const MINT_EXTENSIONS_AT = 166
/** The newer program's accounts record that their owner is immutable, and are larger if the mint has a transfer fee, a hook or a pause. */
const EXTENDED_LENGTH = 170
const LENGTH_FOR: Readonly<Record<number, number>> = { [TRANSFER_FEE]: 12, [TRANSFER_HOOK]: 5, 26: 4 }

type MintAccount = { readonly owner: string; readonly data: readonly [string, ...unknown[]] }
/** What a transfer of a token depends on. */
export type Mint = {
  readonly address: PublicKey
  readonly program: PublicKey
  readonly decimals: number
  /** Size of a new token account in bytes. */
  readonly accountLength: number
  /** Its transfer-fee configuration (`feeOf`), if it has one. */
  readonly fees: Uint8Array | undefined
  /** Displayed amount = stored amount × first ÷ second. */
  readonly scale: Scale
  /** It has a transfer hook: a program that needs accounts not known here. */
  readonly hooked?: boolean | undefined
}
type Scale = readonly [times: bigint, per: bigint]
const SAME: Scale = [1n, 1n]

/** The mint, read from its own account; the caller's decimals are not used. Throws SOLANA_SEND_FAILED. */
export function mintOf(account: MintAccount | null, address: PublicKey): Mint {
  const program = Object.values(tokenPrograms).find((each) => each.toBase58() === account?.owner)
  const data = account && fromBase64(account.data[0])
  if (!program || !data || data.length < 82 || data[45] !== 1)
    throw new WalletError('SOLANA_SEND_FAILED', { help: solanaNotices.TOKEN_UNKNOWN })
  const decimals = data[44] ?? 0
  if (!program.equals(tokenPrograms.token2022))
    return { address, program, decimals, accountLength: 165, fees: undefined, scale: SAME }
  const extensions = extensionsOf(data)
  const accountLength = [...extensions.keys()].reduce((sum, type) => sum + (LENGTH_FOR[type] ?? 0), EXTENDED_LENGTH)
  const scale = scaleIn(extensions.get(SCALED_AMOUNT))
  // Some mints have the extension without a program.
  const hooked = extensions.get(TRANSFER_HOOK)?.subarray(32, 64).some(Boolean)
  return { address, program, decimals, accountLength, fees: extensions.get(TRANSFER_FEE), scale, hooked }
}

/** The current multiplier as its shortest decimal: wallets do not show a double's exact value either. */
function scaleIn(scales: Uint8Array | undefined): Scale {
  if (scales?.length !== SCALES_LENGTH) return SAME
  const view = viewOf(scales)
  const isNewer = Date.now() / 1000 >= Number(view.getBigInt64(SCALES_AT.from, true))
  const figure = view.getFloat64(isNewer ? SCALES_AT.newer : SCALES_AT.older, true)
  if (!(figure > 0 && figure < Number.MAX_VALUE)) return SAME
  const [whole = '', fraction = ''] = decimalOf(figure).split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

/** Stored units as displayed, here and in other wallets; rounded down. */
export const displayedOf = ({ scale: [times, per] }: Mint, stored: bigint): bigint => (stored * times) / per

/** The stored units that are displayed as this amount, or as the next smaller one. */
export function storedOf(mint: Mint, displayed: bigint): bigint {
  const [times, per] = mint.scale
  const most = (displayed * per + times - 1n) / times
  return displayedOf(mint, most) === displayed ? most : (displayed * per) / times
}

/** A mint's extensions by type; each is stored after the base as type, length and bytes. */
function extensionsOf(data: Uint8Array): Map<number, Uint8Array> {
  const view = viewOf(data)
  const found = new Map<number, Uint8Array>()
  for (let at = MINT_EXTENSIONS_AT; at + 4 <= data.length; ) {
    const end = at + 4 + view.getUint16(at + 2, true)
    found.set(view.getUint16(at, true), data.subarray(at + 4, end))
    at = end
  }
  return found
}

/** The token's own transfer fee in an epoch: a share, rounded up, limited to a maximum. */
export function feeOf(fees: Uint8Array, epoch: number, units: bigint): bigint {
  const view = viewOf(fees)
  const at = BigInt(epoch) < view.getBigUint64(FEES_AT.newer, true) ? FEES_AT.older : FEES_AT.newer
  const [most, share] = [view.getBigUint64(at + 8, true), BigInt(view.getUint16(at + 16, true))]
  const fee = (units * share + 9_999n) / 10_000n
  return fee < most ? fee : most
}

/** Reads its numbers, wherever in a buffer the bytes are. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView => new DataView(buffer, byteOffset, byteLength)
