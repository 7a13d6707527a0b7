import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { acceptSlippage, setSlippage } from '../../controllers/slippage'
import { figureIn, formatPercent } from '../../lib/format'
import { latinDigits } from '../../lib/latin-digits'
import { messages } from '../../state/messages'
import { SLIPPAGE_STOP, SLIPPAGE_WARN, swap } from '../../state/swap'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import { Note } from '../../ui/Note'
import { Rail } from '../../ui/Rail'
import { TextInput } from '../../ui/TextInput'
import { useTradeMessages } from './use-trade-messages'

const CHOICES = ['1', '2', '3']

/** Scrolls something that was just opened, or has to be read, into view above the sticky buttons. */
const reach = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** How far the price may move: three usual limits, a field for another one, and a warning about a high one. */
export default function Slippage() {
  const t = useTradeMessages()
  const { slippage, slippageAccepted } = useSnapshot(swap)
  const { direction, locale } = useSnapshot(messages)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  // No scrolling when the form is opened again with a high limit.
  const risk = open ? reach : null
  const pick = (given: string) => {
    const text = latinDigits(given)
    setTyped(text)
    setSlippage(Number(text))
  }
  return (
    <>
      <Button size="small" kind="line" icon="sliders" expanded={open} onClick={() => setOpen(!open)}>
        {t.swap.slippage(slippage)}
      </Button>
      {open && (
        <div ref={reach} className="money-stack">
          <Rail
            label={t.swap.slippageLabel}
            items={CHOICES.map((id) => ({ id, label: figureIn(formatPercent(Number(id), locale), direction) }))}
            value={CHOICES.includes(String(slippage)) ? String(slippage) : ''}
            onPick={(id) => {
              setTyped('')
              setSlippage(Number(id))
            }}
          />
          <TextInput
            label={t.swap.slippageOwn}
            value={typed}
            onChange={pick}
            inputMode="numeric"
            maxLength={2}
            hint={t.swap.slippageHint}
            error={typed === '' || Number(typed) === slippage ? undefined : t.swap.slippageRange}
          />
        </div>
      )}
      {slippage > SLIPPAGE_WARN && (
        <div ref={risk} className="money-stack">
          <Note kind="warn" announce="alert" title={t.swap.slippageHigh(slippage)}>
            {t.swap.slippageHighHelp}
          </Note>
          {slippage >= SLIPPAGE_STOP && (
            <div ref={risk}>
              <Checkbox checked={slippageAccepted} onChange={acceptSlippage}>
                {t.swap.slippageAccept(slippage)}
              </Checkbox>
            </div>
          )}
        </div>
      )}
    </>
  )
}
