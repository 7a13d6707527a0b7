import { useSnapshot } from 'valtio'
import { canChangeType, changeAccountType } from '../controllers/account-type'
import { embedded } from '../state/embedded'
import { Button } from '../ui/Button'
import { useEmbeddedMessages } from './use-embedded-messages'

/** The way to the standard account of the same person, where a smart one is not taken; nothing where there is none. */
export default function SwitchAccountType() {
  const t = useEmbeddedMessages()
  const { busy } = useSnapshot(embedded)
  return (
    canChangeType() && (
      <Button size="small" busy={busy === 'account'} onClick={() => void changeAccountType('eoa')}>
        {t.switchType}
      </Button>
    )
  )
}
