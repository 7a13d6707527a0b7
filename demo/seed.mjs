// npm run seed -- --rpc http://localhost:8545 [--account 0x…] [--transactions 10000] [--tokens 5000]
// Fills an account of a running local chain. `rpc` is one of the URLs that `npm run stack` or `npm start` prints.
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    rpc: { type: 'string' },
    account: { type: 'string', default: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720' },
    transactions: { type: 'string', default: '10000' },
    tokens: { type: 'string', default: '5000' },
  },
})
const [transactions, tokens] = [Number(values.transactions), Number(values.tokens)]
const isCount = (number) => Number.isInteger(number) && number >= 0
if (!values.rpc || !/^0x[0-9a-f]{40}$/i.test(values.account) || !isCount(transactions) || !isCount(tokens)) {
  console.error('npm run seed -- --rpc http://localhost:<port> [--account 0x…] [--transactions 10000] [--tokens 5000]')
  process.exit(1)
}
const { register } = await import('tsx/esm/api')
register()
const { seed } = await import('./stack/seed.ts')
await seed(values.rpc, { account: values.account, transactions, tokens }, (words) => console.log(words))
console.log(`${values.account} has ${tokens} tokens and ${transactions} transactions more.`)
