import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDocs } from './docs-site.mjs'
import { vscodeData, webTypes } from './editor-data.mjs'
import { bundledModules } from './module-lists.mjs'
import { billOfMaterials, bundledPackages, noticesOf } from './notices.mjs'
import { at, readJson, writeJson } from './root.mjs'

const own = () => readJson(at('package.json'))

/** Whether one of the package's exports names this declaration (path below `dist/types`). */
export const isPublicType = (file) => JSON.stringify(own().exports).includes(`"./dist/types/${file}"`)

/** Removes the views from the declarations: a host needs their names, not React's types. */
export function withoutViews(folder) {
  for (const file of ['index.d.ts', 'later-views.d.ts'].map((name) => join(folder, name))) {
    const text = readFileSync(file, 'utf8').replace(/^import type .*'react'.*\n/m, '')
    writeFileSync(
      file,
      text.replaceAll(/Promise<typeof import\("[^"]+"\)>/g, 'Promise<unknown>').replaceAll('ComponentType', 'unknown'),
    )
  }
}

/** Writes what a built package has besides its code: data for editors, documentation, licence notices. */
export async function completePackage(dist, manifest) {
  const { name, version, license, description } = own()
  const elements = manifest.modules.flatMap(({ declarations }) => declarations)
  writeJson(join(dist, 'vscode.html-custom-data.json'), vscodeData(elements))
  writeJson(join(dist, 'web-types.json'), webTypes(elements, { name, version }))
  const packages = bundledPackages(bundledModules())
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages))
  writeJson(join(dist, 'sbom.cdx.json'), billOfMaterials(packages, { name, version, license, description }))
  copyFileSync(at('demo/docs/llms.txt'), join(dist, 'llms.txt'))
  await writeDocs(join(dist, 'docs'), manifest)
}
