/** Whether the visitor asked for less motion; false where there is no window. */
export const prefersReducedMotion = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether the viewport shows the modal as a bottom sheet; the same limit as in Dialog.css. */
export const isSheetWidth = (): boolean => typeof matchMedia === 'function' && matchMedia('(width < 480px)').matches

/** Whether a finger is a way to point here. */
export const isTouch = (): boolean => typeof matchMedia === 'function' && matchMedia('(any-pointer: coarse)').matches
