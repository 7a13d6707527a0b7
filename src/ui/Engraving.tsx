import { useMemo } from 'react'
import { corner } from '../lib/engraving'
import css from './Engraving.css?inline'
import { useSheet } from './sheet'

export type EngravingProps = {
  /** Origin on connect and sign-in, address on the account. */
  seed: string
  /** `corner` 320 behind a header, `corner-large` 380 behind the account, `halo` 320 behind a centred picture. */
  place: 'corner' | 'corner-large' | 'halo'
}

/** Line work behind a root view, computed from the seed; decoration only. */
export function Engraving({ seed, place }: EngravingProps) {
  useSheet(css)
  const d = useMemo(() => corner(seed), [seed])
  return (
    <svg className="engraving" data-place={place} viewBox="-100 -100 200 200" aria-hidden="true">
      <path d={d} fill="none" stroke="currentColor" strokeWidth={0.5} />
    </svg>
  )
}
