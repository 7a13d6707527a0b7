import { useEffect } from 'react'
import { modal } from '../state/modal'

/** Has the live region of the dialog say this at the next pause, for as long as the view stands; nothing where it is empty. */
export function useSaid(words: string | false | undefined): void {
  useEffect(() => {
    if (!words) return
    modal.said = words
    return () => {
      modal.said = ''
    }
  }, [words])
}
