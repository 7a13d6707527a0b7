import type { CSSProperties } from 'react'
import css from './Skeleton.css?inline'
import { useSheet } from './sheet'

type SkeletonProps = {
  /** px at the base size; absent: the width of its place. */
  width?: number
  height?: number
  shape?: 'bar' | 'round' | 'tile'
  /** Place in a group: each starts 90 ms after the one before. */
  order?: number
}

/** A block in the place of what is loading; hidden from assistive technology, say "Loading …" once in a live region. */
export function Skeleton({ width, height = 12, shape = 'bar', order = 0 }: SkeletonProps) {
  useSheet(css)
  const style = { '--width': width, '--height': height, '--order': order } as CSSProperties
  return (
    <span className="skeleton" data-shape={shape} data-wide={width === undefined || undefined} style={style} aria-hidden="true" />
  )
}

/** The boxes of `count` list rows while they load. */
export function SkeletonRows({ count, round }: { count: number; round?: boolean }) {
  useSheet(css)
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, order) => (
        <div key={order} className="skeleton-row">
          <Skeleton width={40} height={40} shape={round ? 'round' : 'tile'} order={order} />
          <Skeleton width={[96, 64, 84, 110][order % 4] ?? 96} order={order} />
        </div>
      ))}
    </div>
  )
}
