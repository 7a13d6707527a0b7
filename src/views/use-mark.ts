import { useState } from 'react'

/** When a count-down says how much of it is left, in seconds (DESIGN §9); its end is told by what comes of it. */
const MARKS = [60, 10]

type Seen = { readonly left: number; readonly mark?: number | undefined }

/** What was left, in seconds, when a count-down last passed one of its marks; undefined before that, and when it starts anew. */
export function useMark(left: number): number | undefined {
  const [seen, setSeen] = useState<Seen>({ left })
  if (left !== seen.left) setSeen({ left, mark: markOf(left, seen) })
  return seen.mark
}

/** A page that is not looked at skips seconds. */
function markOf(left: number, before: Seen): number | undefined {
  if (left > before.left) return undefined
  return MARKS.some((each) => left <= each && each < before.left) ? left : before.mark
}
