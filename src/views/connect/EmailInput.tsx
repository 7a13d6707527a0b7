import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { embedded } from '../../state/embedded'
import { TextInput } from '../../ui/TextInput'
import { useEmbeddedMessages } from '../use-embedded-messages'
import { useMark } from '../use-mark'
import { useSaid } from '../use-said'
import { useStepWords } from '../use-step-words'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit: () => void
  disabled?: boolean
  end?: ReactNode
}

/** A field for an e-mail address, with the error of its step below. */
export function EmailInput(props: Props) {
  const t = useEmbeddedMessages()
  const { code, wait } = useSnapshot(embedded)
  const problem = useStepWords()
  const counts = problem !== undefined && code === 'EMAIL_COOLDOWN'
  const [counted, setCounted] = useState(counts)
  if (counts && !counted) setCounted(true)
  const mark = useMark(wait)
  useSaid(counted && (wait === 0 ? t.go : mark !== undefined && t.wait(mark)))
  return (
    <TextInput
      {...props}
      type="email"
      inputMode="email"
      autoComplete="email"
      icon="mail"
      maxLength={320}
      error={
        problem && (
          // A countdown is a timer, which screen readers do not announce every second.
          <span dir="auto" role={counts ? 'timer' : undefined}>
            {counts ? t.wait(wait) : problem}
          </span>
        )
      }
    />
  )
}
