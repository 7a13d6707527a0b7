import { readingsOf, typedClearly } from '../../lib/typed-amount'
import { useMoneyMessages } from './use-money-messages'

/** Says how to write an amount that can be read in two ways, such as 1,000; undefined for any other. `whole`: the amount has no decimals. */
export function useUnclear(amount: string, locale: string, whole?: boolean): string | undefined {
  const t = useMoneyMessages()
  const readings = readingsOf(amount)
  return readings && t.send.either(readings[0], whole ? amount.replace(/,.*/, '') : typedClearly(readings[1], locale))
}
