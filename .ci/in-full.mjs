/**
 * How often a test with a long count runs: the full figure under `npm run soak`, a smaller one in `npm test`.
 * The docs read the figures in test titles from the calls of this function (`.ci/docs-promises.mjs`).
 */
export const inFull = (figure, small) => (process.env.SOAK === '1' ? figure : small)
