// Compiles the .sol files of this folder into `abi/<Contract>.json` (`{ abi, bytecode }`). Run by hand after an edit:
// the result is committed, so that nothing but this script needs the compiler.
//   node demo/stack/contracts/compile.mjs
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

const here = new URL('./', import.meta.url)
/** Deployed by other contracts only, whose code contains theirs. */
const inOthers = ['SeedToken', 'SmartAccount']
const files = readdirSync(here).filter((name) => name.endsWith('.sol'))
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(files.map((name) => [name, { content: readFileSync(new URL(name, here), 'utf8') }])),
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    // Without a metadata hash: a changed comment must not change the tokens' addresses, which follow from the bytecode.
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}

// Imports from packages: the entry point's interfaces and the base account.
const require = createRequire(import.meta.url)
const findImports = (name) => {
  try {
    return { contents: readFileSync(require.resolve(name), 'utf8') }
  } catch {
    return { error: `Not found: ${name}` }
  }
}

const output = JSON.parse(solc.compile(JSON.stringify(input), { import: findImports }))
const errors = (output.errors ?? []).filter((error) => error.severity === 'error')
if (errors.length) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))

for (const file of files) {
  // An interface has no code.
  const contracts = output.contracts[file]
  for (const [name, { abi, evm }] of Object.entries(contracts))
    if (evm.bytecode.object && !inOthers.includes(name)) write(name, abi, `0x${evm.bytecode.object}`)
}

// viem contains the creation code of the real Multicall3, in a file that it does not export.
const viem = require.resolve('viem')
const { multicall3Bytecode } = createRequire(viem)('./constants/contracts.js')
write('Multicall3', [], multicall3Bytecode)

function write(name, abi, bytecode) {
  const file = fileURLToPath(new URL(`abi/${name}.json`, here))
  writeFileSync(file, `${JSON.stringify({ abi, bytecode }, null, 2)}\n`)
  console.log(`${name}: ${(bytecode.length - 2) / 2} bytes`)
}
