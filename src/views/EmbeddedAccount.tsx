import { type ReactNode, useContext, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { canChangeType, changeAccountType, lookWhetherDeployed } from '../controllers/account-type'
import { navigate } from '../controllers/modal'
import { followSessions, isSmart, readAbilities } from '../controllers/smart-sessions'
import { noteUpgrade, upgradeLink } from '../controllers/upgrade'
import { sessionStage } from '../lib/smart-session'
import type { AccountType } from '../lib/wallet'
import { config } from '../state/config'
import { embedded } from '../state/embedded'
import { smartSessions } from '../state/smart-sessions'
import { Closing, Frozen } from '../ui/Dialog'
import { ListRow, RowList } from '../ui/ListRow'
import { Note } from '../ui/Note'
import { Rail } from '../ui/Rail'
import { useSheet } from '../ui/sheet'
import { IconTile } from '../ui/WalletIcon'
import css from './EmbeddedAccount.css?inline'
import { useActiveAccount } from './use-active-account'
import { useEmbeddedMessages } from './use-embedded-messages'
import { useSessionMessages } from './use-session-messages'

/** The rows that only an embedded account has: type, sessions, e-mail address. Frozen while the modal closes. */
export default function EmbeddedAccount(): ReactNode {
  return <Frozen frozen={useContext(Closing)}>{useRows()}</Frozen>
}

function useRows() {
  useSheet(css)
  const t = useEmbeddedMessages()
  const words = useSessionMessages()
  const { caipAddress, address = '', accountTypes } = useActiveAccount()
  const { features } = useSnapshot(config)
  const { deployed, email, via, busy, smartNetworks } = useSnapshot(embedded)
  const { abilities, list, owner, skewMs } = useSnapshot(smartSessions)
  const smart = accountTypes?.[address] === 'smartAccount'
  useEffect(() => {
    if (!caipAddress) return
    void readAbilities()
    if (!isSmart()) return
    void lookWhetherDeployed()
    return followSessions()
  }, [caipAddress])
  const count = owner === caipAddress && list.filter((each) => sessionStage(each, Date.now() - skewMs) === 'active').length
  const upgrade = upgradeLink()
  const disabled = busy === 'account'
  const isNew = deployed === false
  const { batch, sessions } = abilities ?? {}
  return (
    <div className="embedded-account">
      {smartNetworks.length > 0 && canChangeType() && (
        <Rail
          label={t.type}
          value={smart ? 'smartAccount' : 'eoa'}
          items={[
            { id: 'smartAccount', label: t.smart, disabled },
            { id: 'eoa', label: t.standard, disabled },
          ]}
          onPick={(id) => void changeAccountType(id as AccountType)}
        />
      )}
      {smart && (isNew || abilities) && (
        <Note>
          {isNew && <p>{t.notDeployed}</p>}
          {[batch && words.batches, batch && words.pays, sessions && words.sessions].map(
            (each) => each && <p key={each}>{each}</p>,
          )}
        </Note>
      )}
      <RowList>
        {smart && features.includes('sessions') && (
          <ListRow
            title={t.sessions}
            picture={<IconTile icon="key" />}
            meta={count ? words.count(count) : ''}
            trail="next"
            onClick={() => navigate('SmartSessionList')}
          />
        )}
        {email && (
          <ListRow
            title={t.emailShort}
            picture={<IconTile icon="mail" />}
            meta={<bdi className="cut">{email}</bdi>}
            // The address of a social login is changed at the network.
            {...(!via && { trail: 'next', onClick: () => navigate('UpdateEmail') })}
          />
        )}
        {upgrade && (
          <ListRow
            title={t.upgrade}
            sub={t.upgradeHelp}
            picture={<IconTile icon="wallet" />}
            trail="external"
            href={upgrade}
            onClick={noteUpgrade}
          />
        )}
      </RowList>
    </div>
  )
}
