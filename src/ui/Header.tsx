import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { EngravingProps } from './Engraving'
import css from './Header.css?inline'
import { IconButton } from './IconButton'
import { useSheet } from './sheet'

// Decorative: loaded after the first frame, and left out if it does not load.
const Engraving = lazy(
  (): Promise<{ default: ComponentType<EngravingProps> }> =>
    import('./settled').then(
      ({ Engraving }) => ({ default: Engraving }),
      () => ({ default: () => null }),
    ),
)

export type HeaderProps = {
  /** Id of the heading; the dialog is named by it. */
  titleId: string
  title: ReactNode
  /** Second line: a domain, a kind of wallet, a copy button. */
  sub?: ReactNode
  /** Picture at the start of a root view, 40: `Avatar`, `WalletIcon`. Not shown with `back`. */
  lead?: ReactNode
  /** One optional action before close: an `IconButton` or a `HeaderPill`. */
  action?: ReactNode
  back?: { label: string; onBack: () => void } | undefined
  /** Absent when embedded. */
  close?: { label: string; onClose: () => void } | undefined
  /** Root views only: seed of the line work in the corner (origin or address) and its size. */
  engraving?: { seed: string; place: 'corner' | 'corner-large' | 'halo' } | undefined
}

/** False until the first frame has been shown, which hundreds of fine strokes would delay. */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setSettled(true), 50)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return settled
}

type Keyed = { readonly key?: string | null } | undefined

/** The 68 px at the top of every view; its heading takes the focus on a view change. */
export function Header({ titleId, title, sub, lead, action, back, close, engraving }: HeaderProps) {
  useSheet(css)
  const settled = useSettled()
  return (
    <header className="header" part="header" data-back={back ? true : undefined}>
      {engraving && settled && (
        <Suspense>
          <Engraving {...engraving} />
        </Suspense>
      )}
      {back && <IconButton icon="back" label={back.label} part="back" onClick={back.onBack} />}
      {!back && lead && <span className="header-lead">{lead}</span>}
      <div className="header-text">
        <h2 id={titleId} tabIndex={-1} className="header-title" part="title">
          {/* A new text is a new node, so that it fades in while the heading keeps the focus. */}
          <span key={String((title as Keyed)?.key ?? title)}>{title}</span>
        </h2>
        {sub && <div className="header-sub">{sub}</div>}
      </div>
      {action}
      {close && <IconButton icon="close" label={close.label} part="close" onClick={close.onClose} />}
    </header>
  )
}
