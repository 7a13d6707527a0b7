// The same tests at their full figures: counts read this variable where they are defined. Words select the parts to run, by the names
// before each part's lines: npm run soak -- unit. The table also includes reports that other parts have left.
process.env.SOAK = '1'
const { forgetReports } = await import('./reports.mjs')
const { named, soakParts } = await import('./suites.mjs')

const words = process.argv.slice(2)
try {
  named(soakParts, words)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
if (words.length === 0) forgetReports()
try {
  await import('./test.mjs')
} finally {
  const { printTable } = await import('./soak-table.mjs')
  // If only some parts run, rows of others may be empty.
  if (!(await printTable({ whole: words.length === 0 }))) process.exitCode = 1
}
