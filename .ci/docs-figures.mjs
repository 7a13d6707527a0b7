import { keptFigures, parts } from './bench-figures.mjs'

const cell = (text) => String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

function section(part, figures) {
  const title = `## ${parts[part]}`
  if (!figures) return `${title}\n\nNot measured yet: \`KEEP=1 npm run bench -- ${part}\`.`
  const { date, commit, machine, about, tables = [], rows = [] } = figures
  const { processor, cores, memory, system, load } = machine
  const taken = `Measured on ${date} at commit \`${commit}\`: ${processor}, ${cores} cores, ${memory}, ${system}, load before ${load}.`
  const shown = tables.map(({ title: name, head, rows: lines, notes = {} }) => {
    const said = Object.entries(notes).map(([of, each]) => `- ${cell(of)}: ${cell(each.join('; '))}`)
    return [name && cell(name), table(head, lines), said.join('\n')].filter(Boolean).join('\n\n')
  })
  const judged = rows.map(({ measure, figure, limit, holds }) => [measure, figure, limit, holds ? 'yes' : 'NO'])
  const verdicts = judged.length > 0 && table(['measure', 'figure', 'limit', 'holds'], judged)
  return [title, cell(taken), about && `${cell(about)}.`, ...shown, verdicts].filter(Boolean).join('\n\n')
}

/** The page of the stored results of `npm run bench`; it has no other figures. */
export const figuresPage = (kept = keptFigures()) => `# Figures

How fast the element is, how much data it copes with, and how it compares with others. Every figure comes from a run of
\`npm run bench\`, with its day, commit and machine, also if it misses its limit. Times depend on the machine: compare them within one
table only.

${Object.keys(parts)
  .map((part) => section(part, kept[part]))
  .join('\n\n')}
`
