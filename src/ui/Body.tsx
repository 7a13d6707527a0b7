import type { ReactNode } from 'react'
import css from './Body.css?inline'
import { useSheet } from './sheet'

type BodyProps = {
  children: ReactNode
  /** Space under the content: 20 by default, 8 above a footer whose rows end the body, 0 where a grid runs out of view. */
  end?: 'normal' | 'tight' | 'none'
  /** Fixed height of 484 that the children share (search above, grid below), the same in every state of the view. */
  fixed?: boolean
}

/** The content of a view; scrolls between header and footer when it is too high. */
export function Body({ children, end = 'normal', fixed }: BodyProps) {
  useSheet(css)
  return (
    <div className="body" part="body" data-end={end} data-fixed={fixed || undefined}>
      {children}
    </div>
  )
}

type FooterProps = {
  children: ReactNode
  /** One part at each end (connected wallet and Disconnect) instead of a centred sentence. */
  split?: boolean
  /** 12 px with quiet links: the legal line. */
  fine?: boolean
}

/** The footer of a view: a sentence and a link, or the connected wallet and Disconnect. */
export function Footer({ children, split, fine }: FooterProps) {
  useSheet(css)
  return (
    <footer className="footer" part="footer" data-split={split || undefined} data-fine={fine || undefined}>
      {children}
    </footer>
  )
}
