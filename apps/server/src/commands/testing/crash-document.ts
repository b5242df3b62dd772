import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CrashRow } from './crash-rows/crash-row.ts'
import { crashRows } from './crash-rows/crash-rows.ts'
import { type CrashLine, titleOf } from './crash-table.ts'

/** What was seen at every point, one line each; `docs/crash-table.md` is made from it. */
export const crashData = join(import.meta.dirname, 'crash-lines.tsv')
export const crashDocument = join(import.meta.dirname, '../../../../../docs/crash-table.md')

/** A line with the title of its row. */
export type TitledLine = CrashLine & { readonly title: string }

const columns = ['job', 'point', 'in doubt', 'left']

/** The lines as they are committed. */
export function committedLines(): TitledLine[] {
  const [, ...lines] = existsSync(crashData) ? readFileSync(crashData, 'utf8').trim().split('\n') : []
  return lines.map((line) => {
    const [title = '', point = '', inDoubt = '', left = ''] = line.split('\t')
    return { title, point, inDoubt, left }
  })
}

/** The committed lines of each row, or the new ones where there are some. */
export function linesWith(
  tables: ReadonlyMap<CrashRow, readonly CrashLine[]>,
  before: readonly TitledLine[],
): TitledLine[] {
  return crashRows.flatMap((row) => {
    const title = titleOf(row)
    const lines = tables.get(row)
    return lines === undefined ? linesOf(before, row) : lines.map((line) => ({ ...line, title }))
  })
}

export const linesOf = (lines: readonly TitledLine[], row: CrashRow): TitledLine[] =>
  lines.filter(({ title }) => title === titleOf(row))

/** The lines as they stand in the file of data. */
export const dataOf = (lines: readonly TitledLine[]): string =>
  [columns, ...lines.map(({ title, point, inDoubt, left }) => [title, point, inDoubt, left])]
    .map((cells) => `${cells.join('\t')}\n`)
    .join('')

const introduction = `# Crash table

What happens to a job whose worker is lost. A test loses the worker at every point that the job passes, twice: the worker that goes on
has the files of the lost one, or it has the database and an empty work folder, as on another machine.

- \`x.done\`: the work of step x is done and not recorded. \`x.recorded\`: it is recorded.
- \`x.intent\`: the intent of effect x is recorded and nothing is done outside. Until its result is recorded, effect x is in
  doubt, and the next worker asks the outside whether it is done.
- \`returned\`: the command has returned and the end of the job is not recorded.
- The other points are inside of the step that is done again.

All points with what happened at each are data: \`apps/server/src/commands/testing/crash-lines.tsv\`. Data and document are written by
\`npx vitest run --project long crash-table --update\`; without \`--update\` the same run fails where they differ from what happens.

## Endings

The job has succeeded and holds no lock, wherever its worker was lost. It made this in the repository, in the org and in the database:

| Job | Points | In the end |
|---|---|---|
`

const doubts = `
## Effects in doubt

Everywhere else the next worker finds nothing in doubt: it goes on after the last recorded step.

| Worker lost at | What the next worker finds | Jobs |
|---|---|---|
`

const exceptions = `
## Exceptions

Points after which a job left something else than it leaves undisturbed.

`

/** The document that the lines give. */
export function documentOf(lines: readonly TitledLine[]): string {
  const endings = crashRows.map(
    (row) => `| ${titleOf(row)} | ${linesOf(lines, row).length} | ${row.leaves} |\n`,
  )
  const others = crashRows.flatMap((row) => linesOf(lines, row).filter(({ left }) => left !== row.leaves))
  return [
    introduction,
    ...endings,
    doubts,
    ...doubtsOf(lines),
    exceptions,
    ...(others.length === 0 ? ['There is none.\n'] : others.map(exceptionOf)),
  ].join('')
}

function doubtsOf(lines: readonly TitledLine[]): string[] {
  const jobs = new Map<string, Set<string>>()
  for (const { title, point, inDoubt } of lines.filter((line) => line.inDoubt !== '')) {
    const cells = `\`${point}\` | ${inDoubt}`
    jobs.set(cells, (jobs.get(cells) ?? new Set<string>()).add(title.split(',')[0] ?? ''))
  }
  return [...jobs].map(([cells, commands]) => `| ${cells} | ${[...commands].join(', ')} |\n`)
}

const exceptionOf = ({ title, point, left }: TitledLine): string => `- ${title}, \`${point}\`: ${left}\n`
