import type { ViewName } from '.'

/** Loads a view that the pointer or the focus has come near to; comes with what loads views ahead (`ahead.ts`). */
export const near: { load?: (view: ViewName) => void } = {}
