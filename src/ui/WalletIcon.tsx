import { type CSSProperties, type ReactNode, useState } from 'react'
import { hueOf, initialOf } from '../lib/letter-tile'
import { Icon } from './Icon'
import type { IconName } from './icons'
import { loadedImages } from './loaded-images'
import { useSheet } from './sheet'
import css from './WalletIcon.css?inline'

type WalletIconProps = {
  /** https or data URI, checked by the caller; absent or failing: a letter tile. */
  src?: string | null | undefined
  /** Gives the letter and its colour. */
  name: string
  /** Side in px at the base size: 18 and 20 in lines, 32 and 40 in headers and rows, 56 in grids, 64 and 72 in pictures. */
  size?: 17 | 18 | 20 | 24 | 32 | 40 | 52 | 56 | 64 | 72 | undefined
  /** `tile` for wallets and sites, `coin` for networks and tokens. */
  shape?: 'tile' | 'coin' | undefined
}

/** A wallet's, site's, network's or token's own picture; decoration, the name stands beside it in words. */
export function WalletIcon({ src, name, size, shape }: WalletIconProps) {
  const [state, setState] = useState<{ src: string; status: 'loaded' | 'failed' }>()
  const status = !src ? 'failed' : state?.src === src ? state.status : loadedImages.has(src) ? 'loaded' : 'loading'
  return (
    <Tile shape={shape} status={status} size={size} hue={hueOf(name)}>
      {status === 'failed' ? (
        <span className="wallet-icon-letter">{initialOf(name)}</span>
      ) : (
        <img
          src={src ?? undefined}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          loading="lazy"
          draggable={false}
          onLoad={() => src && setState({ src, status: 'loaded' })}
          onError={() => src && setState({ src, status: 'failed' })}
        />
      )}
    </Tile>
  )
}

type TileProps = {
  shape?: WalletIconProps['shape']
  size?: WalletIconProps['size']
  status: string
  hue?: number
  children: ReactNode
}

function Tile({ shape = 'tile', status, size = 40, hue, children }: TileProps) {
  useSheet(css)
  const style = { '--size': size, '--hue': hue } as CSSProperties
  return (
    <span className="wallet-icon" data-shape={shape} data-status={status} style={style} aria-hidden="true">
      {children}
    </span>
  )
}

/** A drawing of ours where a row or a ring expects a picture. */
export function IconTile({ icon, size }: { icon: IconName; size?: WalletIconProps['size'] }) {
  return (
    <Tile status="drawn" size={size}>
      <Icon name={icon} size={size && size > 40 ? 24 : 20} />
    </Tile>
  )
}

/** Up to four wallets in one tile, for the row that leads to all of them. */
export function WalletMosaic({ wallets }: { wallets: readonly { name: string; src?: string | null | undefined }[] }) {
  return (
    <Tile status="mosaic">
      {wallets.slice(0, 4).map(({ name, src }) => (
        <WalletIcon key={name} name={name} src={src} size={20} />
      ))}
    </Tile>
  )
}
