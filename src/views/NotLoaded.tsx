import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { useMessages } from './use-messages'
import { wordsFor } from './words-for'

/** In the place of something that did not load: what happened, and a button to try again. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const t = useMessages()
  const { text } = wordsFor('VIEW_UNAVAILABLE')
  return (
    <Note kind="warn" announce="alert" title={text}>
      <Button size="small" kind="line" icon="refresh" onClick={onRetry}>
        {t.modal.tryAgain}
      </Button>
    </Note>
  )
}
