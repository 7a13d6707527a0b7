import { useSnapshot } from 'valtio'
import { canChangeType, changeAccountType } from '../controllers/account-type'
import { embedded } from '../state/embedded'
import { Button } from '../ui/Button'
import { useEmbeddedMessages } from './use-embedded-messages'

/** A button that switches to the standard account, where a smart account is not accepted; nothing if there is no other type. */
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
