import { Skeleton } from './Skeleton'
import css from './SkeletonEntries.css?inline'
import { useSheet } from './sheet'

const titles = [110, 72, 92, 132]

/** Skeletons of rows with two lines and an amount, numbers `from` to `count`; each keeps its animation when others go. */
export function SkeletonEntries({ count, from = 0 }: { count: number; from?: number }) {
  useSheet(css)
  return (
    <div className="skeleton-entries" aria-hidden="true">
      {Array.from({ length: Math.max(0, count - from) }, (_, index) => index + from).map((order) => (
        <div key={order} className="skeleton-entry">
          <Skeleton width={40} height={40} shape="round" order={order} />
          <span>
            <Skeleton width={titles[order % 4] ?? 92} order={order} />
            <Skeleton width={80} height={10} order={order} />
          </span>
          <span>
            <Skeleton width={64} order={order} />
            <Skeleton width={40} height={10} order={order} />
          </span>
        </div>
      ))}
    </div>
  )
}
