import { leaveAccount } from '../controllers/leave-account'
import { Button } from '../ui/Button'
import { useMessages } from './use-messages'

/** Ends the connection, or leads to where each of several is ended. */
export function Disconnect() {
  const t = useMessages()
  return (
    <Button kind="plain" size="small" icon="exit" onClick={leaveAccount}>
      {t.account.disconnect}
    </Button>
  )
}
