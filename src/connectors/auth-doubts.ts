/** How often the frame may have gone over to another account than the page shows. */
let doubts = 0
/** The last of these doubts after which the frame has said which account it uses. */
let known = 0

/** The frame may be going over to another account. Returns the doubt, by its number from 1. */
export const doubtAccount = (): number => ++doubts

/** The newest doubt about the account in use that the frame has not ended, by its number; 0 if it is known. */
export const openDoubt = (): number => (known < doubts ? doubts : 0)

/** The frame was asked after this doubt, and has said which account it uses: this ends it and all before it. */
export function endDoubt(doubt: number): void {
  known = Math.max(known, doubt)
}
