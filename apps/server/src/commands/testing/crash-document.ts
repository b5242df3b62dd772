import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CrashRow } from './crash-rows/crash-row.ts'
import { crashRows } from './crash-rows/crash-rows.ts'
import { type CrashLine, titleOf } from './crash-table.ts'

export const crashDocument = join(import.meta.dirname, '../../../../../docs/crash-table.md')

const header = `# Crash table

What happens to a job whose worker is lost, at every point that the job passes. Each line was tried twice: the worker that goes on
has the files of the lost one, or it has the database and an empty work folder, as on another machine. Where both do the same,
the line says it once.

- \`x.done\`: the work of step x is done and not recorded. \`x.recorded\`: it is recorded.
- \`x.intent\`: the intent of effect x is recorded and nothing is done outside. Until its result is recorded, effect x is in
  doubt, and the next worker asks the outside whether it is done.
- \`returned\`: the command has returned and the end of the job is not recorded.
- The other points are inside of the step that is done again.

In the end the job has succeeded and holds no lock; the last column counts what it made in the repository, in the org and in
the database. Written by \`npx vitest run --project long crash-table --update\`; without \`--update\` the same run fails where this
document differs from what happens.
`

/** The document as it is committed. */
export const committedDocument = (): string =>
  existsSync(crashDocument) ? readFileSync(crashDocument, 'utf8') : ''

/** The document with new tables of some rows; the tables of the others are as before. */
export function documentWith(tables: ReadonlyMap<CrashRow, readonly CrashLine[]>, before: string): string {
  const sections = crashRows.map((row) => {
    const lines = tables.get(row)
    return `## ${titleOf(row)}\n${lines === undefined ? sectionOf(before, row) : tableOf(lines)}`
  })
  return [header, ...sections].join('\n')
}

const tableOf = (lines: readonly CrashLine[]): string =>
  [
    '',
    '| Worker lost at | What the next worker finds in doubt | In the end |',
    '|---|---|---|',
    ...lines.map((line) => textOf(line)),
    '',
  ].join('\n')

/** The line as it stands in the document. */
export const textOf = ({ point, inDoubt, left }: CrashLine): string =>
  `| \`${point}\` | ${inDoubt} | ${left} |`

function sectionOf(document: string, row: CrashRow): string {
  const [, following = ''] = document.split(`## ${titleOf(row)}\n`)
  const [own = ''] = following.split('\n## ')
  return own
}

/** The points that the document has of a row. */
export function pointsIn(document: string, row: CrashRow): string[] {
  const lines = sectionOf(document, row).matchAll(/^\| `(?<point>[^`]+)`/gm)
  return [...lines].map((found) => found.groups?.['point'] ?? '')
}
