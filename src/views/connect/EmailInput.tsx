import type { ReactNode } from 'react'
import { TextInput } from '../../ui/TextInput'
import { useStepWords } from '../use-step-words'

type Props = {
  label: string
  value: string
  onChange: (text: string) => void
  onSubmit: () => void
  disabled?: boolean
  end?: ReactNode
}

/** A field for an e-mail address; why the step with it did not work stands under it. */
export function EmailInput(props: Props) {
  const problem = useStepWords()
  return (
    <TextInput
      {...props}
      type="email"
      inputMode="email"
      autoComplete="email"
      icon="mail"
      maxLength={320}
      error={problem && <span dir="auto">{problem}</span>}
    />
  )
}
