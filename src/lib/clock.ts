/** The server's second is cut off and its answer travels: a smaller difference says nothing. */
const NOTHING_MS = 2_000

/** How far this device's clock is ahead of a server's `Date` (epoch ms of both), in ms; negative when it is behind, 0 when as good as right. */
export function clockSkewMs(serverDate: number | undefined, now = Date.now()): number {
  const skew = serverDate === undefined ? 0 : now - serverDate
  return Math.abs(skew) <= NOTHING_MS ? 0 : skew
}
