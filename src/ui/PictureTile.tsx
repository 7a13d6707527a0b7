import { useState } from 'react'
import { Icon } from './Icon'
import css from './PictureTile.css?inline'
import { Skeleton } from './Skeleton'
import { useSheet } from './sheet'

type PictureTileProps = {
  /** Checked by the caller; absent or failing: an icon. */
  src: string | undefined
  title: string
  /** A second line, muted. */
  sub?: string | undefined
}

/** A square picture with its name below. */
export function PictureTile({ src, title, sub }: PictureTileProps) {
  useSheet(css)
  const [failed, setFailed] = useState<string>()
  const shown = src !== undefined && failed !== src
  return (
    <figure className="picture-tile">
      <span className="picture-tile-box">
        {shown ? (
          <img
            src={src}
            alt=""
            width={166}
            height={166}
            referrerPolicy="no-referrer"
            decoding="async"
            loading="lazy"
            draggable={false}
            onError={() => setFailed(src)}
          />
        ) : (
          <Icon name="grid" size={24} />
        )}
      </span>
      <figcaption>
        <bdi className="picture-tile-title">{title}</bdi>
        {sub && <span>{sub}</span>}
      </figcaption>
    </figure>
  )
}

/** The box of a tile while it loads. */
export function PictureTileSkeleton({ order }: { order: number }) {
  useSheet(css)
  return (
    <div className="picture-tile" aria-hidden="true">
      <span className="picture-tile-box">
        <Skeleton width={166} height={166} shape="tile" order={order} />
      </span>
      <Skeleton width={96} order={order} />
    </div>
  )
}
