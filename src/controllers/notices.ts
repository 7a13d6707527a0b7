import { notice } from '../state/notice'

/** Removes the message over the modal: it was read, or its time is over. */
export function dismissSnack(): void {
  notice.snack = undefined
}

/** Removes the developer alert. */
export function dismissAlert(): void {
  notice.alert = undefined
}
