import { element } from './element'

const ADDRESS = /(0x[0-9a-f]{40})/i
const GROUP = /^0x.{4}|.{4}/g

/** A text in which a line ends between the groups of four of an address, and inside none; it is copied as one word. */
export const inGroups = (text: string): (Node | string)[] =>
  text
    .split(ADDRESS)
    .flatMap((part, at) => (at % 2 ? (part.match(GROUP) ?? []).flatMap((group) => [element('wbr'), group]) : part))
