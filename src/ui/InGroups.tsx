import type { ReactNode } from 'react'
import { InlineAddress } from './InlineAddress'

const ADDRESS = /(0x[0-9a-f]{40})/i

/** A text with its addresses in groups of four. */
export function InGroups({ children }: { children: string }): ReactNode {
  return children.split(ADDRESS).map((part, at) => (at % 2 ? <InlineAddress key={at} address={part} /> : part))
}
