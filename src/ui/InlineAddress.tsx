import type { ReactNode } from 'react'
import css from './InlineAddress.css?inline'
import { useSheet } from './sheet'

type InlineAddressProps = {
  address: string
  /** On a line of its own. */
  apart?: boolean
}

/** A whole address within text, which may only break between groups of four; read out and copied as one word. */
export function InlineAddress({ address, apart }: InlineAddressProps): ReactNode {
  useSheet(css)
  const groups = address.match(/^(0x)?.{1,4}|.{1,4}/gu) ?? []
  return (
    <bdi className="inline-address" dir="ltr" data-apart={apart || undefined}>
      {groups.map((group, index) => [index > 0 && <wbr key="end" />, <span key={index}>{group}</span>])}
    </bdi>
  )
}

/** A text with one address in that form. */
export function WithAddress({ text, address }: { text: string; address: string }): ReactNode {
  const [before, ...after] = text.split(address)
  if (after.length === 0) return text
  return (
    <>
      {before}
      <InlineAddress address={address} apart={before !== ''} />
      {after.join(address)}
    </>
  )
}
