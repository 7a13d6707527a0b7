import { Fragment, type ReactNode } from 'react'

const ADDRESS = /(0x[0-9a-f]{40})/i
const GROUP = /^0x.{4}|.{4}/g

/** A sentence in which a line ends between the groups of four of an address, and inside none; it is copied as one word. */
export function InGroups({ children }: { children: string }): ReactNode {
  const parts = children.split(ADDRESS)
  return parts.map((part, at) =>
    at % 2 ? (
      <bdi key={at}>
        {part.match(GROUP)?.map((group, place) => (
          <Fragment key={place}>
            <wbr />
            {group}
          </Fragment>
        ))}
      </bdi>
    ) : (
      part
    ),
  )
}
