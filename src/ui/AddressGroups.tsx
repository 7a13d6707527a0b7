import css from './AddressGroups.css?inline'
import { useSheet } from './sheet'

const GROUP = /.{1,4}/gu

type AddressGroupsProps = {
  address: string
  /** It may be a look-alike: copying is not made easier. */
  bait?: boolean
}

/** A whole address in groups of four, on two lines for 20 bytes, centred right in a body; read out and copied as one word. */
export function AddressGroups({ address, bait }: AddressGroupsProps) {
  useSheet(css)
  const isHex = /^0x[0-9a-f]+$/i.test(address)
  const groups = isHex ? ['0x', ...(address.slice(2).match(GROUP) ?? [])] : (address.match(GROUP) ?? [])
  return (
    <p className="address-groups" data-prefix={isHex || undefined} ref={bait ? undefined : copiedAs(address)}>
      <span className="visually-hidden">{address}</span>
      {groups.map((group, index) => (
        <span key={index} aria-hidden="true">
          {group}
        </span>
      ))}
    </p>
  )
}

/** A ref that copies the address itself: the selected text would have line breaks, and the hidden text for screen readers. */
const copiedAs = (address: string) => (node: HTMLElement | null) => {
  const copy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', address)
  }
  node?.addEventListener('copy', copy)
  return () => node?.removeEventListener('copy', copy)
}
