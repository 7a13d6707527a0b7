import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { stepInRow } from './roving'
import { useSheet } from './sheet'
import css from './Tabs.css?inline'

type TabsProps<Id extends string> = {
  /** Accessible name of the row of tabs. */
  label: string
  tabs: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
  /** The panel of the active tab. */
  children: ReactNode
}

/** A row of tabs and the active one's panel; arrows follow the writing direction and select. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  useSheet(css)
  const base = useId()
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const at = tabs.findIndex(({ id }) => id === value)
    const next = stepInRow(event, at, tabs, rtl) ?? -1
    const tab = tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <>
      <div className="tabs" part="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={press}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            part="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${base}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${value}`}>
        {children}
      </div>
    </>
  )
}
