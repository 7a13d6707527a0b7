import type { ReactNode } from 'react'
import { Ring } from './Ring'
import { Status } from './Status'
import { IconTile } from './WalletIcon'

/**
 * In the place of a list in which nothing answers to what was searched for; below the title stands what to try. Render it in a
 * region that is said when it changes and was there before.
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
