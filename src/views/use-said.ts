import { useEffect } from 'react'
import { modal } from '../state/modal'

/** Announces a text in the dialog's live region; cleared when the text changes or the view is left. */
export function useSaid(words: string | false | undefined): void {
  useEffect(() => {
    if (!words) return
    modal.said = words
    return () => {
      modal.said = ''
    }
  }, [words])
}
