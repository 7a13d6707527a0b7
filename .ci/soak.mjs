// The same tests at their full figures: counts read this variable where they are defined. Words name the suites to run alone:
// npm run soak -- unit
process.env.SOAK = '1'
await import('./test.mjs')
const { printTable } = await import('./soak-table.mjs')
// Suites that are run alone leave rows of others empty.
if (!(await printTable({ whole: process.argv.length === 2 }))) process.exitCode = 1
