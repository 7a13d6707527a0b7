/**
 * How often a test with a long count does its work: the whole figure under `npm run soak`, a smaller one in `npm test`.
 * Figures of a title in the docs are read from the calls of this function (`.ci/docs-promises.mjs`).
 */
export const inFull = (figure, small) => (process.env.SOAK === '1' ? figure : small)
