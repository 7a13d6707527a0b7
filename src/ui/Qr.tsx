import { type ReactNode, useMemo } from 'react'
import { prefersReducedMotion } from './motion'
import css from './Qr.css?inline'
import { drawQr } from './qr-code'
import { Skeleton } from './Skeleton'
import { useSheet } from './sheet'

type QrProps = {
  /** The text of the code; undefined while it is loading. */
  text: string | undefined
  /** Accessible name; contains "QR". */
  label: string
  /** 52 in the middle: `WalletIcon size={52}`. */
  logo?: ReactNode
  /** Shown by the frame as a countdown, in seconds. Absent: no countdown. */
  life?: { left: number; total: number } | undefined
  /** Dims the code; `children` offer a new one. */
  expired?: boolean
  /** Over the middle of an expired code: a button. */
  children?: ReactNode
}

/** Step of the countdown with reduced motion, in seconds. */
const STEP_S = 10

/** A QR code, always dark on light; the line of its frame shortens until the code is renewed. */
export function Qr({ text, label, logo, life, expired, children }: QrProps) {
  useSheet(css)
  const hasLogo = Boolean(logo)
  const drawing = useMemo(() => (text ? drawQr(text, hasLogo) : undefined), [text, hasLogo])
  return (
    <div className="qr" part="qr" data-state={expired ? 'expired' : undefined}>
      {drawing ? (
        <svg
          className="qr-code"
          viewBox={`0 0 ${drawing.size} ${drawing.size}`}
          shapeRendering="geometricPrecision"
          role="img"
          aria-label={label}
        >
          <path d={drawing.bars} />
          {drawing.finders.map(([x, y]) => (
            <g key={`${x} ${y}`}>
              <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="2" fill="none" stroke="currentColor" />
              <rect x={x + 2} y={y + 2} width="3" height="3" rx="1" />
            </g>
          ))}
        </svg>
      ) : (
        <Skeleton />
      )}
      {drawing && logo && !expired && <span className="qr-logo">{logo}</span>}
      <svg className="qr-life" viewBox="0 0 312 312" aria-hidden="true">
        <path className="qr-track" d={FRAME} />
        {life && !expired && <path d={FRAME} pathLength="100" strokeDasharray={`${shareOf(life)} 100`} />}
      </svg>
      {expired && children && <div className="qr-over">{children}</div>}
    </div>
  )
}

function shareOf({ left, total }: { left: number; total: number }): number {
  const shown = prefersReducedMotion() ? Math.ceil(left / STEP_S) * STEP_S : left
  return Math.round(Math.max(0, Math.min(1, shown / total)) * 1000) / 10
}

const FRAME =
  'M156 1.25H289.75A21 21 0 0 1 310.75 22.25V289.75A21 21 0 0 1 289.75 310.75H22.25A21 21 0 0 1 1.25 289.75V22.25A21 21 0 0 1 22.25 1.25Z'
