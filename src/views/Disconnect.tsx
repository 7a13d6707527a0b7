import { leaveAccount } from '../controllers/leave-account'
import { Button } from '../ui/Button'
import { useMessages } from './use-messages'

/** Ends every connection. */
export function Disconnect() {
  const t = useMessages()
  return (
    <Button kind="plain" size="small" icon="exit" onClick={leaveAccount}>
      {t.account.disconnect}
    </Button>
  )
}
