import { tsImport } from 'tsx/esm/api'
import { moduleLists, packageOf } from './module-lists.mjs'
import { bundledPackages } from './notices.mjs'
import { at, readJson } from './root.mjs'

const releaseOf = (folder) => {
  const { name, version } = readJson(at(folder, 'package.json'))
  return `${name}@${version}`
}

/** How much of each package release is in each part of a build: release → part → bytes before minification and compression. */
export function heldBy(lists, release = releaseOf) {
  const held = {}
  for (const [part, chunks] of lists)
    for (const { id, bytes = 0 } of chunks.flatMap(({ modules }) => modules)) {
      const folder = packageOf(id)
      if (!folder) continue
      const name = release(folder)
      held[name] ??= {}
      held[name][part] = (held[name][part] ?? 0) + bytes
    }
  return held
}

const load = () => tsImport('../demo/docs/dependencies.ts', import.meta.url)

/** The packages whose code is in the last build, each with licence, size and reason; `[]` before a build. */
export async function dependencies() {
  const lists = moduleLists()
  const { reasons } = await load()
  const held = heldBy(lists)
  const modules = lists.flatMap(([, chunks]) => chunks.flatMap((chunk) => chunk.modules.map(({ id }) => id)))
  return bundledPackages(modules).map(({ name, version, licence }) => ({
    ...{ name, version, licence },
    held: held[`${name}@${version}`] ?? {},
    // A second release of a package may have another reason.
    why: reasons[`${name}@${version}`] ?? reasons[name],
  }))
}

/** One sentence for each package without a stated reason, and each reason for a package that is not included. */
export async function reviewProblems(found) {
  const { reasons } = await load()
  const names = new Set(found.flatMap(({ name, version }) => [name, `${name}@${version}`]))
  return [
    ...found.filter(({ why }) => !why).map(({ name }) => `${name} is shipped, and demo/docs/dependencies.ts does not say why`),
    ...Object.keys(reasons)
      .filter((name) => !names.has(name))
      .map((name) => `${name} is explained in demo/docs/dependencies.ts, and is not shipped`),
  ]
}

/** The page of shipped third-party packages: licence, size and reason of each. */
export async function dependenciesPage() {
  const found = await dependencies()
  const kB = (bytes) => (bytes / 1000).toFixed(1)
  const parts = (held) => Object.entries(held).map(([part, bytes]) => `${part} ${kB(bytes)}`)
  const rows = found.map(
    ({ name, version, licence, held, why }) => `| \`${name}\` | ${version} | ${licence} | ${parts(held).join(', ')} | ${why} |`,
  )
  return `# Third-party code

The package has no dependencies: installing it installs nothing else. These are the packages whose code is inside its files, each
reviewed for its licence, its purpose and its size. A build that contains any other package fails. The sizes say how much of a package
is in each part, in kB of source before it is minified and compressed: the element, of which nearly all loads only when a chain or a
wallet needs it (\`npm run size\` measures what each journey loads), the entries \`headless\` and \`testing\`, the \`server\` entry for
Node, and the pages of the local \`stack\`, which your pages never load. Exact versions are in \`package-lock.json\`, the licences'
texts in \`THIRD-PARTY-NOTICES.txt\`, and the whole list for machines in \`sbom.cdx.json\` (CycloneDX).

| package | version | licence | kB in each part | why |
| ------- | ------- | ------- | --------------- | --- |
${rows.join('\n')}
`
}
