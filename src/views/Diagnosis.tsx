import { type ReactNode, useId, useState } from 'react'
import type { Diagnosis as Found } from '../controllers/diagnose'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { Note } from '../ui/Note'
import { SectionLabel } from '../ui/SectionLabel'
import { useSheet } from '../ui/sheet'
import css from './Diagnosis.css?inline'
import { useMessages } from './use-messages'

/** Below an error of connecting: runs diagnose() and shows what failed, with a text to copy. */
export function Diagnosis(): ReactNode {
  useSheet(css)
  const { diagnosis: t, modal } = useMessages()
  const label = useId()
  const [state, setState] = useState<Found | 'running'>()
  if (!state || state === 'running') {
    const run = () => {
      setState('running')
      import('../controllers/diagnose').then(({ diagnose }) => diagnose()).then(setState, () => setState(undefined))
    }
    // The live region is there before the result, which would not be announced otherwise.
    return (
      <section className="diagnosis" role="status">
        <Button full kind="line" icon="search" busy={state === 'running'} onClick={run}>
          {state === 'running' ? t.running : t.find}
        </Button>
      </section>
    )
  }
  const failed = state.checks.filter(({ ok }) => !ok)
  return (
    <section className="diagnosis" aria-labelledby={label} role="status">
      <SectionLabel id={label}>{t.found(failed.length)}</SectionLabel>
      {failed.map(({ name, text }) => (
        <Note key={`${name} ${text}`} kind="warn" title={<bdi lang="en">{name}</bdi>}>
          <bdi lang="en">{text}</bdi>
        </Note>
      ))}
      <CopyButton text={state.text} copiedText={t.copied} failedText={modal.copyFailed}>
        {t.copy}
      </CopyButton>
    </section>
  )
}
