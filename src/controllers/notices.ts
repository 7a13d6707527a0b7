import { notice } from '../state/notice'

/** Takes the message over the modal away; it has been read, or its time is over. */
export function dismissSnack(): void {
  notice.snack = undefined
}

/** Takes the developer alert away. */
export function dismissAlert(): void {
  notice.alert = undefined
}
