import type { ReactNode } from 'react'
import type { Holding } from '../controllers/holdings'
import { parseCaipAddress, shortAddress } from '../lib/caip'
import { shortAmount } from '../lib/short-figures'
import { Amount } from '../ui/Amount'

type Props = { holding: Holding; isAmbiguous: boolean; locale: string }

/** How much is held, in a row's second line; with the token's short address where its symbol does not tell it from others. */
export function HoldingSum({ holding: { address, amount = '', symbol }, isAmbiguous, locale }: Props): ReactNode {
  return (
    <>
      <Amount>{shortAmount(amount, symbol, locale)}</Amount>
      {address &&
        isAmbiguous && [
          ' · ',
          <bdi key="at" className="cut">
            {shortAddress(parseCaipAddress(address).address)}
          </bdi>,
        ]}
    </>
  )
}
