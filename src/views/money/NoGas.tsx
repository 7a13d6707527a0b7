import { useSnapshot } from 'valtio'
import { navigate } from '../../controllers/modal'
import { figureIn, formatAmount, formatUnits } from '../../lib/format'
import { config } from '../../state/config'
import { messages } from '../../state/messages'
import { send } from '../../state/send'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { useActiveAccount } from '../use-active-account'
import { useNetwork } from '../use-network'
import { useMoneyMessages } from './use-money-messages'

/** Says how much of the network's coin the fee takes, with a button to buy some; nobody sells those of a test network. */
export default function NoGas() {
  const t = useMoneyMessages()
  const { cost } = useSnapshot(send)
  const { features } = useSnapshot(config)
  const { networkId } = useActiveAccount()
  const { locale, direction } = useSnapshot(messages)
  const network = useNetwork(networkId)
  const { symbol = '', decimals = 18 } = network?.nativeCurrency ?? {}
  const needed = cost && formatUnits(BigInt(cost.maxFee) + BigInt(cost.deposit), decimals)
  const amount = needed && figureIn(`${formatAmount(needed, locale, { maxDigits: 8 })} ${symbol}`, direction)
  return (
    <Note kind="warn" title={t.send.noGas(symbol)}>
      {amount && t.send.noGasHelp(amount, network?.name ?? '')}
      {features.includes('onramp') && !network?.testnet && (
        <Button size="small" kind="line" onClick={() => navigate('OnRamp')}>
          {t.account.buy}
        </Button>
      )}
    </Note>
  )
}
