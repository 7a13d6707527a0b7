import { useEffect, useRef, useState } from 'react'
import { resetView } from '../controllers/modal'
import { watch } from '../controllers/watch'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { useSheet } from '../ui/sheet'
import { TextInput } from '../ui/TextInput'
import { titled } from './titled'
import { useMessages } from './use-messages'
import css from './Watch.css?inline'

export const header = titled('Watch')

/** An address or a name to look at: balances and activity without a wallet. */
export default function Watch() {
  useSheet(css)
  const t = useMessages()
  const [text, setText] = useState('')
  const [state, setState] = useState<'idle' | 'looking' | 'failed'>('idle')
  const looking = useRef<AbortController>(undefined)
  // Whoever leaves, or means another account, wants this one no more.
  useEffect(() => () => looking.current?.abort(), [])
  const change = (value: string) => {
    looking.current?.abort()
    setText(value)
    setState('idle')
  }
  const look = async () => {
    if (!text.trim() || state === 'looking') return
    setState('looking')
    const own = new AbortController()
    looking.current = own
    const { signal } = own
    const found = await watch({ text, signal })
    if (signal.aborted) return
    if (found) resetView('Account')
    else setState('failed')
  }
  return (
    <Body>
      <div className="watch">
        <Note kind="info">{t.watch.about}</Note>
        <TextInput
          label={t.watch.label}
          value={text}
          onChange={change}
          onSubmit={look}
          maxLength={255}
          error={state === 'failed' ? t.watch.unknown : undefined}
        />
        <Button kind="primary" full disabled={!text.trim()} busy={state === 'looking'} onClick={look}>
          {t.watch.look}
        </Button>
      </div>
    </Body>
  )
}
