import { differences } from '../lib/look-alike'
import css from './AddressCompare.css?inline'
import { Avatar } from './Avatar'
import { useSheet } from './sheet'

type AddressCompareProps = {
  known: { readonly label: string; readonly address: string }
  entered: { readonly label: string; readonly address: string }
}

/** Two addresses that look alike; the characters that differ are marked in the second. */
export function AddressCompare({ known, entered }: AddressCompareProps) {
  useSheet(css)
  const different = differences(entered.address, known.address)
  return (
    <div className="address-compare">
      <One {...known} />
      <One {...entered} different={different} />
    </div>
  )
}

function One({ label, address, different = [] }: { label: string; address: string; different?: readonly boolean[] }) {
  const start = /^0x/i.test(address) ? 2 : 0
  const groups = [
    ...(start ? [[0, 2] as const] : []),
    ...Array.from({ length: Math.ceil((address.length - start) / 4) }, (_, at) => [start + at * 4, start + at * 4 + 4] as const),
  ]
  return (
    <div className="address-compare-one">
      <Avatar seed={address} size={32} />
      <span>{label}</span>
      <span className="address-compare-text" data-prefix={start > 0 || undefined}>
        <span className="visually-hidden">{address}</span>
        {groups.map(([from, to]) => (
          <span key={from} aria-hidden="true">
            {[...address.slice(from, to)].map((character, at) =>
              different[from + at] ? <mark key={at}>{character}</mark> : <span key={at}>{character}</span>,
            )}
          </span>
        ))}
      </span>
    </div>
  )
}
