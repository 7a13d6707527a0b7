import { Skeleton } from './Skeleton'
import css from './SkeletonEntries.css?inline'
import { useSheet } from './sheet'

const titles = [110, 72, 92, 132]

/** The boxes of `count` rows of two lines with an amount at the end, while they load. */
export function SkeletonEntries({ count }: { count: number }) {
  useSheet(css)
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, order) => (
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
