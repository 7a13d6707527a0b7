import type { CSSProperties } from 'react'
import css from './AddressGroups.css?inline'
import { useSheet } from './sheet'

const GROUP = /.{1,4}/gu

/** A whole address in groups of four, two lines of it for 20 bytes; read out and selected as one word. */
export function AddressGroups({ address }: { address: string }) {
  useSheet(css)
  const isHex = /^0x[0-9a-f]+$/i.test(address)
  const groups = isHex ? ['0x', ...(address.slice(2).match(GROUP) ?? [])] : (address.match(GROUP) ?? [])
  return (
    <p className="address-groups" data-prefix={isHex || undefined} style={{ '--columns': 6 } as CSSProperties}>
      <span className="visually-hidden">{address}</span>
      {groups.map((group, index) => (
        <span key={index} aria-hidden="true">
          {group}
        </span>
      ))}
    </p>
  )
}
