import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { whenLoaded } from '../lib/when-loaded'
import { messages } from '../state/messages'
import { useMessages } from './use-messages'

/** Says by how much the clock is fast, once the page's server has told the time; until then, and if it does not, shows `children`. */
export function ClockHelp({ children }: { children: ReactNode }): ReactNode {
  const t = useMessages()
  const { locale } = useSnapshot(messages)
  const [time, setTime] = useState<string>()
  useEffect(() => {
    whenLoaded(import('../controllers/own-headers'), async ({ timeFast }) => setTime(await timeFast(locale)))
  }, [locale])
  // No line break between number and unit.
  return time === undefined ? children : t.connecting.clockFast(time.replaceAll(' ', '\u00a0'))
}
