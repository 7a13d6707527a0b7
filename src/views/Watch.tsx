import { useEffect, useRef, useState } from 'react'
import { termsFirst } from '../controllers/legal'
import { resetView } from '../controllers/modal'
import { watch } from '../controllers/watch-address'
import type { ErrorCode, WalletError } from '../lib/errors'
import { modal } from '../state/modal'
import { Body } from '../ui/Body'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import { useSheet } from '../ui/sheet'
import { TextInput } from '../ui/TextInput'
import { titled } from './titled'
import { useMessages } from './use-messages'
import css from './Watch.css?inline'
import { wordsFor } from './words-for'

export const header = titled('Watch')

/** Asks for an address or a name to watch: balances and activity without a wallet. */
export default function Watch() {
  useSheet(css)
  const t = useMessages()
  const [text, setText] = useState('')
  const [looks, setLooks] = useState(false)
  const [problem, setProblem] = useState<ErrorCode>()
  const looking = useRef<AbortController>(undefined)
  // Leaving the view cancels the lookup.
  useEffect(() => {
    termsFirst()
    return () => looking.current?.abort()
  }, [])
  const change = (value: string) => {
    looking.current?.abort()
    setText(value)
    setLooks(false)
    setProblem(undefined)
  }
  const look = async () => {
    if (!text.trim() || looks) return
    setLooks(true)
    setProblem(undefined)
    const own = new AbortController()
    looking.current = own
    const { signal } = own
    const { namespace } = modal.stack[0]?.data ?? {}
    const { watched, code } = await watch.run({ text, namespace, signal }).then(
      (watched) => ({ watched, code: undefined }),
      ({ code }: WalletError) => ({ watched: undefined, code }),
    )
    if (signal.aborted) return
    if (watched) return resetView('Account')
    setLooks(false)
    setProblem(code)
  }
  // A name that could not be looked up is not called unknown.
  const words = problem === 'WATCH_ADDRESS_INVALID' ? t.watch.unknown : problem && wordsFor(problem).text
  return (
    <Body>
      <div className="watch">
        <Note kind="info">{t.watch.about}</Note>
        <TextInput label={t.watch.label} value={text} onChange={change} onSubmit={look} maxLength={255} error={words} />
        <Button kind="primary" full disabled={!text.trim()} busy={looks} onClick={look}>
          {t.watch.look}
        </Button>
      </div>
    </Body>
  )
}
