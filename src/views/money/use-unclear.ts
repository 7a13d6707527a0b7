import { readingsOf, typedClearly } from '../../lib/typed-amount'
import { useMoneyMessages } from './use-money-messages'

/** How an amount that can be read in two ways is to be written instead, as people of `locale` do; undefined for any other. `whole`: of sums without cents. */
export function useUnclear(amount: string, locale: string, whole?: boolean): string | undefined {
  const t = useMoneyMessages()
  const readings = readingsOf(amount)
  return readings && t.send.either(readings[0], whole ? amount.replace(/,.*/, '') : typedClearly(readings[1], locale))
}
