/** The full figure under `npm run soak`, a smaller one in `npm test`. */
export function inFull(figure: number, small: number): number
