import { useState } from 'react'

/** At how many seconds left a countdown is announced (DESIGN §9); its end is announced by what follows. */
const MARKS = [60, 10]

type Seen = { readonly left: number; readonly mark?: number | undefined }

/** The seconds left when a countdown last passed one of the marks; undefined before that, and when it starts anew. */
export function useMark(left: number): number | undefined {
  const [seen, setSeen] = useState<Seen>({ left })
  if (left !== seen.left) setSeen({ left, mark: markOf(left, seen) })
  return seen.mark
}

/** By range, not equality: a hidden page skips seconds. */
function markOf(left: number, before: Seen): number | undefined {
  if (left > before.left) return undefined
  return MARKS.some((each) => left <= each && each < before.left) ? left : before.mark
}
