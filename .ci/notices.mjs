import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageOf } from './module-lists.mjs'
import { at, readJson } from './root.mjs'

/** The packages whose code is in these modules: folder, name, version, licence, and their licence texts. */
export function bundledPackages(modules, folderOf = at) {
  const folders = new Set(modules.map(packageOf).filter(Boolean))
  const packages = [...folders].map((folder) => {
    const { name, version, license, licenses, homepage, repository } = readJson(join(folderOf(folder), 'package.json'))
    const texts = readdirSync(folderOf(folder))
      .filter((file) => /^(licen[cs]e|notice|copying)([.-].*)?$/i.test(file))
      .sort()
      .map((file) =>
        readFileSync(join(folderOf(folder), file), 'utf8')
          .replaceAll('\r\n', '\n')
          .trim(),
      )
    return {
      name,
      version,
      licence: license?.type ?? license ?? licenses?.map(({ type }) => type).join(' OR '),
      url: homepage ?? (typeof repository === 'string' ? repository : repository?.url),
      text: texts.join('\n\n'),
    }
  })
  // The same release may be in several folders.
  const distinct = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]))
  return [...distinct.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** The notices that licences require with a copy: every package once, and each text once for all packages that share it. */
export function noticesOf(packages) {
  const line = '-'.repeat(80)
  const byText = Map.groupBy ? Map.groupBy(packages, ({ text }) => text) : group(packages)
  const parts = [...byText].map(([text, sharing]) => {
    const names = sharing.map(({ name, version, licence }) => `${name} ${version} (${licence})`).join('\n')
    return `${line}\n${names}\n${line}\n${text || 'Its package carries no text of the licence beyond this name.'}\n`
  })
  return `wallet-modal contains code of these packages.\n\n${parts.join('\n')}`
}

function group(packages) {
  const found = new Map()
  for (const each of packages) found.set(each.text, [...(found.get(each.text) ?? []), each])
  return found
}

const purl = ({ name, version }) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/** A bill of materials (CycloneDX 1.6) of what is bundled. Without a date, so that two builds are equal. */
export function billOfMaterials(packages, { name, version, license, description }) {
  const own = { type: 'library', 'bom-ref': purl({ name, version }), name, version, purl: purl({ name, version }) }
  const licences = (text) => [/ (OR|AND) |\(/.test(text) ? { expression: text } : { license: { id: text } }]
  const components = packages.map((each) => ({
    type: 'library',
    'bom-ref': purl(each),
    name: each.name,
    version: each.version,
    purl: purl(each),
    scope: 'required',
    licenses: licences(each.licence),
  }))
  // A UUID (RFC 4122) derived from the content, so that it changes with it.
  const digest = createHash('sha256')
    .update(JSON.stringify([own, components]))
    .digest('hex')
  const serial = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: { component: { ...own, description, licenses: licences(license) } },
    components,
    dependencies: [{ ref: own['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  }
}
