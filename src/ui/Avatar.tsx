import { type CSSProperties, useId, useMemo, useState } from 'react'
import { seal } from '../lib/engraving'
import css from './Avatar.css?inline'
import { EngravingLines } from './EngravingLines'
import { useSheet } from './sheet'

type AvatarProps = {
  /** The address; the seal is computed from it. */
  seed: string
  /** The profile's own picture; the seal shows until it has loaded and where it fails. */
  src?: string | null | undefined
  size?: 20 | 24 | 32 | 40 | 64 | 72 | 80 | 96
}

/** The account's picture, or a seal computed from its address; decorative, the address is beside it as text. */
export function Avatar({ seed, src, size = 40 }: AvatarProps) {
  useSheet(css)
  const [loaded, setLoaded] = useState<string>()
  return (
    <span className="avatar" part="avatar" style={{ '--size': size } as CSSProperties} aria-hidden="true">
      {(!src || loaded !== src) && <Seal seed={seed} size={size} />}
      {src && (
        <img
          key={src}
          src={src}
          alt=""
          hidden={loaded !== src}
          referrerPolicy="no-referrer"
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(src)}
        />
      )}
    </span>
  )
}

/** The seal of an address, as large as its box. */
function Seal({ seed, size }: { seed: string; size: number }) {
  const ground = useId()
  const { hues, bands } = useMemo(() => seal(seed, size), [seed, size])
  const [light, deep] = hues
  return (
    <svg className="seal" viewBox="-20 -20 40 40" aria-hidden="true">
      <radialGradient id={ground} cx="34%" cy="26%" r="92%">
        <stop offset="0" stopColor={`oklch(.66 .125 ${light})`} />
        <stop offset=".55" stopColor={`oklch(.47 .125 ${deep})`} />
        <stop offset="1" stopColor={`oklch(.33 .095 ${deep})`} />
      </radialGradient>
      <circle r="20" fill={`url(#${ground})`} />
      <g color="#fff" opacity=".78">
        <EngravingLines bands={bands} />
      </g>
    </svg>
  )
}
