// The same tests at their full figures: counts read this variable where they are defined.
process.env.SOAK = '1'
await import('./test.mjs')
