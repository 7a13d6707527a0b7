import { useSnapshot } from 'valtio'
import { exactTime } from '../lib/exact-time'
import { formatAmount, formatUnits } from '../lib/format'
import type { SmartPermission } from '../lib/smart-session'
import { messages } from '../state/messages'
import { type SpendToken, smartSessions } from '../state/smart-sessions'
import { useActiveAccount } from './use-active-account'
import { useEmbeddedMessages } from './use-embedded-messages'
import { useNetwork } from './use-network'
import { useSessionMessages } from './use-session-messages'

/** Texts for the permissions of a session: spending by amount and period, calls by contract, unknown ones by their type. */
export function usePermissionWords() {
  const t = useEmbeddedMessages()
  const words = useSessionMessages()
  const { locale } = useSnapshot(messages)
  const { tokens } = useSnapshot(smartSessions)
  const { networkId } = useActiveAccount()
  const coin = useNetwork(networkId)?.nativeCurrency
  const tokenOf = (token: string | undefined): SpendToken =>
    token === undefined
      ? { symbol: coin?.symbol ?? '', decimals: coin?.decimals ?? 18 }
      : (tokens[token.toLowerCase()] ?? { symbol: token, decimals: 0 })
  // A limit has all its digits: cut, it would seem lower.
  const amount = ({ token }: { token?: string | undefined }, units: bigint) => {
    const { symbol, decimals } = tokenOf(token)
    return `${formatAmount(formatUnits(units, decimals), locale, { maxDigits: 255 })} ${symbol}`
  }
  const right = (each: SmartPermission): string =>
    each.kind === 'spend'
      ? t.spendEvery(amount(each, each.allowance), periodIn(each.period, words, locale))
      : each.kind === 'call'
        ? `${t.callsTo(each.contract)}${each.value > 0n ? ` · ≤ ${amount({}, each.value)}` : ''}`
        : t.otherPermission(each.type)
  return {
    right,
    whole: (each: SmartPermission) =>
      each.kind === 'spend' && each.token && tokens[each.token.toLowerCase()]
        ? `${right(each)} · ${each.token}`
        : each.kind === 'call'
          ? ''
          : right(each),
    /** What is left of the first allowance, as text and as a part of 1; without one, that nothing can be spent, if that is certain. */
    left(all: readonly SmartPermission[]): { readonly text: string; readonly part?: number } {
      const [spend] = all.filter((each) => each.kind === 'spend')
      if (!spend) return { text: all.every((each) => each.kind === 'call' && each.value === 0n) ? t.noSpending : '' }
      const { allowance, spent } = spend
      if (spent === undefined) return { text: '' }
      const rest = spent < allowance ? allowance - spent : 0n
      return {
        text: t.left(amount(spend, rest), amount(spend, allowance)),
        part: allowance === 0n ? 0 : Number((rest * 1000n) / allowance) / 1000,
      }
    },
    when: (at: number) => dateOf(at, locale),
  }
}

const HOUR_S = 3_600
const DAY_S = 86_400

function periodIn(seconds: number, t: ReturnType<typeof useSessionMessages>, locale: string): string {
  if (seconds === 0) return t.inAll
  if (seconds === HOUR_S) return t.hour
  if (seconds === DAY_S) return t.day
  if (seconds === 7 * DAY_S) return t.week
  return t.every(exactTime(seconds, locale))
}

/** The latest time that a Date can have: some sessions never expire. */
const LAST_DATE_MS = 8.64e15

function dateOf(at: number, locale: string): string {
  const date = new Date(Math.min(at, LAST_DATE_MS))
  try {
    return date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  } catch {
    return date.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
  }
}
