import { element } from './element'

const ADDRESS = /(0x[0-9a-f]{40})/i
const GROUP = /^0x.{4}|.{4}/g

/** A text whose addresses only wrap between groups of four characters; each is still copied as one word. */
export const inGroups = (text: string): (Node | string)[] =>
  text
    .split(ADDRESS)
    .flatMap((part, at) => (at % 2 ? (part.match(GROUP) ?? []).flatMap((group) => [element('wbr'), group]) : part))
