import { useSnapshot } from 'valtio'
import { acceptDanger, typeReceiver } from '../../controllers/send-form'
import { lookAlikeOf } from '../../lib/look-alike'
import { send } from '../../state/send'
import { AddressCompare } from '../../ui/AddressCompare'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Note } from '../../ui/Note'
import { useMoneyMessages } from './use-money-messages'

/** The warnings about the receiver, and the checkbox without which nothing can be sent there. */
export default function Dangers() {
  const t = useMoneyMessages()
  const { found, lookAlike, warnings, acceptedFor } = useSnapshot(send)
  if (!found || (!lookAlike && !warnings?.length)) return null
  return (
    <>
      {lookAlike && (
        <>
          <Note kind="bad" announce="alert" title={t.send.lookAlike}>
            {/* If a name has another address now, the two need not look alike. */}
            {lookAlikeOf(found.address, [lookAlike]) && t.send.lookAlikeHelp}
          </Note>
          <AddressCompare
            known={{ label: t.send.known, address: lookAlike }}
            entered={{ label: t.send.entered, address: found.address }}
          />
          {/* The primary button until the danger is accepted. */}
          <Button kind={acceptedFor === found.address ? 'secondary' : 'primary'} full onClick={() => typeReceiver(lookAlike)}>
            {t.send.useSaved}
          </Button>
        </>
      )}
      {warnings?.map((warning) => {
        const [title, help] = t.send.warnings[warning]
        return (
          <Note key={warning} kind={warning === 'self' ? 'warn' : 'bad'} announce="alert" title={title}>
            {help}
          </Note>
        )
      })}
      <Checkbox checked={acceptedFor === found.address} onChange={acceptDanger}>
        {lookAlike ? t.send.acceptLookAlike : t.send.acceptDanger}
      </Checkbox>
    </>
  )
}
