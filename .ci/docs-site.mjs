import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { Marked } from 'marked'
import { errorPages } from './docs.mjs'
import { dependenciesPage } from './docs-dependencies.mjs'
import { figuresPage } from './docs-figures.mjs'
import { promisesPage } from './docs-promises.mjs'
import { referencePages } from './docs-reference.mjs'
import { at, readJson } from './root.mjs'

/** The pages in order, by their heading in the navigation; those that are not generated are in `demo/docs`. */
export const contents = {
  Start: ['index', 'script-tag', 'react', 'vue', 'svelte', 'angular', 'usage', 'libraries', 'moving'],
  Guides: ['login-backend', 'self-hosting', 'theming', 'views', 'testing', 'csp', 'headless', 'troubleshooting'],
  Reference: ['wallet-modal', 'wallet-button', 'wallet-network-button', 'errors/README', 'figures'],
  Security: ['threat-model', 'promises', 'dependencies'],
}

/** Every page as Markdown, by its path without extension: those of `demo/docs`, and those generated from code and tests. */
export async function pages(manifest) {
  const errors = Object.entries(await errorPages()).map(([file, text]) => [`errors/${file.replace(/\.md$/, '')}`, text])
  const [promises, dependencies] = await Promise.all([promisesPage(), dependenciesPage()])
  const made = { ...referencePages(manifest), promises, dependencies, figures: figuresPage(), ...Object.fromEntries(errors) }
  const written = Object.values(contents)
    .flat()
    .filter((path) => !(path in made))
    .map((path) => [path, ofThisRelease(withFiles(readFileSync(at(`demo/docs/${path}.md`), 'utf8')))])
  return { ...Object.fromEntries(written), ...made }
}

/** Replaces `<!-- file: path -->` with that file of this repository, which has its own tests. */
const withFiles = (text) =>
  text.replace(
    /^<!-- file: (\S+) -->$/gm,
    (_, path) => `\`${path}\`:\n\n\`\`\`${extname(path).slice(1)}\n${readFileSync(at(path), 'utf8')}\`\`\``,
  )

/** Fills in this version, and the hash of its script once it is built. */
function ofThisRelease(text) {
  const script = at('dist/wallet-modal.js')
  const integrity = existsSync(script) && `sha384-${createHash('sha384').update(readFileSync(script)).digest('base64')}`
  return text
    .replaceAll('wallet-modal@VERSION', `wallet-modal@${version}`)
    .replaceAll('sha384-…"', integrity ? `${integrity}"` : '$&')
}

/** The code samples of a page: language and text. */
export function samplesOf(markdown) {
  return [...markdown.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({ language, text }))
}

/** Writes the pages as static files, to be served from any folder. */
export async function writeSite(folder, manifest) {
  rmSync(folder, { recursive: true, force: true })
  const all = await pages(manifest)
  const titles = Object.fromEntries(Object.entries(all).map(([path, text]) => [path, titleOf(text)]))
  for (const [path, text] of Object.entries(all)) {
    const file = join(folder, `${path}.html`)
    mkdirSync(dirname(file), { recursive: true })
    const up = relative(dirname(file), folder)
    writeFileSync(file, page({ path, titles, body: html(text), base: up ? `${up}/` : '' }))
  }
  copyFileSync(at('demo/docs/docs.css'), join(folder, 'docs.css'))
}

/** Writes the pages as Markdown for the package; links to files that are not in it become plain text. */
export async function writeDocs(folder, manifest) {
  for (const [path, text] of Object.entries(await pages(manifest))) {
    const file = join(folder, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.replace(/\[([^\]]+)\]\(\/[^)]*\)/g, '$1'))
  }
}

const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1].replace(/[`<>]/g, '') ?? 'wallet-modal'
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const { version } = readJson(at('package.json'))

function html(text) {
  const marked = new Marked({
    renderer: {
      heading: (content, level, raw) => `<h${level} id="${slug(raw)}">${content}</h${level}>\n`,
      // Long lines of code scroll, with the keyboard too.
      code: (code, language) =>
        `<pre tabindex="0"><code class="language-${escaped(language ?? '')}">${escaped(code)}\n</code></pre>\n`,
      table: (head, body) =>
        `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`,
      link: (href, title, content) =>
        `<a href="${escaped(href.replace(/\.md(#|$)/, '.html$1'))}"${title ? ` title="${escaped(title)}"` : ''}>${content}</a>`,
    },
  })
  return marked.parse(text)
}

const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')

function page({ path, titles, body, base }) {
  const link = (to) =>
    `<li><a href="${base}${to}.html"${to === path ? ' aria-current="page"' : ''}>${escaped(titles[to])}</a></li>`
  const nav = Object.entries(contents).map(([title, paths]) => `<h2>${title}</h2>\n<ul>${paths.map(link).join('')}</ul>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(titles[path])} · wallet-modal</title>
<link rel="stylesheet" href="${base}docs.css">
</head>
<body>
<main>
<p class="top"><a href="${base}index.html">wallet-modal</a> ${version} · <a href="#pages">All pages</a></p>
${body}</main>
<nav id="pages" aria-label="Pages">
${nav.join('\n')}
</nav>
</body>
</html>
`
}
