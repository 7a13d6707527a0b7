import { type ReactNode, useId } from 'react'
import { useSnapshot } from 'valtio'
import { rememberPart } from '../controllers/multi-chain'
import type { WalletInfo } from '../lib/wallet'
import { chains } from '../state/chains'
import { Badge } from '../ui/Badge'
import { Body } from '../ui/Body'
import { ListRow, RowList } from '../ui/ListRow'
import { SectionLabel } from '../ui/SectionLabel'
import { WalletIcon } from '../ui/WalletIcon'
import { PickAnother } from './PickAnother'
import { useMessages } from './use-messages'

type ChooseChainProps = { wallet: WalletInfo; onChoose: (part: WalletInfo) => void }

/** Asks which chain of a multi-chain wallet this site is to use; the answer is kept. */
export function ChooseChain({ wallet, onChoose }: ChooseChainProps): ReactNode {
  const t = useMessages().connecting
  const label = useId()
  const { byNamespace } = useSnapshot(chains)
  const choose = (part: WalletInfo) => {
    const [namespace] = part.namespaces
    if (namespace) rememberPart(wallet, namespace)
    onChoose(part)
  }
  return (
    <>
      <Body end="tight">
        <SectionLabel id={label}>{t.chooseChain(wallet.name)}</SectionLabel>
        <RowList labelledBy={label}>
          {wallet.parts?.map((part) => {
            const [namespace = ''] = part.namespaces
            const connected = byNamespace[namespace]?.connectorId === part.id
            const name = t.chains[namespace as keyof typeof t.chains] ?? namespace
            return (
              <ListRow
                key={part.id}
                title={name}
                picture={<WalletIcon name={name} shape="coin" />}
                badge={connected && <Badge tone="accent">{t.connectedNow}</Badge>}
                trail="next"
                onClick={() => choose(part)}
              />
            )
          })}
        </RowList>
      </Body>
      <PickAnother text={t.chainKept} />
    </>
  )
}
