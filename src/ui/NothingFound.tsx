import type { ReactNode } from 'react'
import { Ring } from './Ring'
import { Status } from './Status'
import { IconTile } from './WalletIcon'

/**
 * In the place of a list if a search has found nothing, with what to try below the title. Render it in a live region that is always
 * there.
 */
export function NothingFound({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Status
      title={title}
      picture={
        <Ring status="idle" size={132}>
          <IconTile icon="search" size={56} />
        </Ring>
      }
    >
      {children}
    </Status>
  )
}
