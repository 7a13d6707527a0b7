import { type ReactNode, useEffect, useState } from 'react'
import { whenLoaded } from '../lib/when-loaded'
import { useMessages } from './use-messages'

/** By how much the clock is fast, once the page's own server has told the time; until then, and where it does not, the `children`. */
export function ClockHelp({ children }: { children: ReactNode }): ReactNode {
  const t = useMessages()
  const [minutes, setMinutes] = useState<number>()
  useEffect(
    () => whenLoaded(import('../controllers/own-headers'), async ({ minutesFast }) => setMinutes(await minutesFast())),
    [],
  )
  return minutes === undefined ? children : t.connecting.clockFast(minutes)
}
