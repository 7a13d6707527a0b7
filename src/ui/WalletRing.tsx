import type { ReactNode } from 'react'
import { Ring, type RingProps } from './Ring'
import { WalletIcon } from './WalletIcon'

/** A wallet's icon in the ring that says how its request stands; without `src` it is the tile of its name. */
export function WalletRing({
  status,
  name,
  src,
}: {
  status: RingProps['status']
  name: string
  src?: string | undefined
}): ReactNode {
  return (
    <Ring status={status}>
      <WalletIcon name={name} src={src} size={72} />
    </Ring>
  )
}
