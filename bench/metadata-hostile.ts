// Merges what nobody should have to: how long it takes and how much memory, each case in a process of its own.
// Usage: tsc -b bench/processes && tsx bench/metadata-hostile.ts
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtProcess } from './built-process.ts'
import { sized } from './sized.ts'

interface Versions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

const root = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Profile xmlns="http://soap.sforce.com/2006/04/metadata">\n${inner}</Profile>\n`
const entry = (name: string, editable: boolean, note = ''): string =>
  `    <fieldPermissions>\n        <editable>${editable}</editable>\n        <field>${name}</field>\n        <readable>true</readable>${note}\n    </fieldPermissions>\n`
const list = (
  count: number,
  isChanged: (index: number) => boolean,
  name = (index: number) => `A.F${index + 1_000_000}`,
): string =>
  root(
    Array.from({ length: sized(count, Math.ceil(count / 1_000)) }, (_, index) =>
      entry(name(index), isChanged(index)),
    ).join(''),
  )
const never = (): boolean => false
const every =
  (step: number, rest: number) =>
  (index: number): boolean =>
    index % step === rest
const twice = (index: number): string => `A.F${(index >> 1) + 1_000_000}`
const mebibyte = sized(1 << 20, 1 << 10)

const cases: Readonly<Record<string, () => Versions>> = {
  'an 8 MiB profile, one change a side': () => ({ base: list(55_000, never), ours: list(55_000, every(60_000, 7)), theirs: list(55_000, every(60_000, 9)) }),
  '100,000 entries, one change a side': () => ({ base: list(100_000, never), ours: list(100_000, every(200_000, 7)), theirs: list(100_000, every(200_000, 9)) }),
  '100,000 entries, every tenth changed': () => ({ base: list(100_000, never), ours: list(100_000, every(10, 1)), theirs: list(100_000, every(10, 5)) }),
  '100,000 entries, 10,000 conflicts': () => ({ base: list(100_000, never), ours: root('').replace('</P', '<a>1</a></P'), theirs: list(100_000, every(10, 5)) }),
  '2,000 entries of one key': () => ({ base: list(2000, never, () => 'A'), ours: list(2001, never, () => 'A'), theirs: list(2000, every(5000, 9), () => 'A') }),
  '2,000 keys, each twice': () => ({ base: list(4000, never, twice), ours: list(4000, every(10, 1), twice), theirs: list(4000, every(10, 5), twice) }),
  '20,000 entries of one key': () => ({ base: list(20_000, never, () => 'A'), ours: list(20_001, never, () => 'A'), theirs: list(20_000, every(50_000, 9), () => 'A') }),
  '1,000,000 elements inside each other': () => ({ base: root(''), ours: root('<a>1</a>'), theirs: root('<a>'.repeat(mebibyte)) }),
  'one value of 8 MiB': () => ({ base: root('<a>1</a>'), ours: root(`<a>${'x &amp; '.repeat(mebibyte)}</a>`), theirs: root('<a>1</a><b/>') }),
  'one attribute of 8 MiB': () => ({ base: root('<a>1</a>'), ours: root(`<a b="${'x'.repeat(8 * mebibyte)}"/>`), theirs: root('<a>1</a><b/>') }),
  '8 MiB cut off': () => ({ base: list(55_000, never), ours: list(55_000, every(60_000, 7)), theirs: list(55_000, every(10, 5)).slice(0, -30) }),
  '8 MiB that are no XML, every line changed': () => ({ base: 'a line & so on\n'.repeat(sized(550_000, 550)), ours: 'another < line\n'.repeat(sized(550_000, 550)), theirs: 'a third > line\n'.repeat(sized(550_000, 550)) }),
} // prettier-ignore

interface Measured {
  readonly size: number
  readonly seconds: number
  readonly growth: number
  readonly status: string
  readonly conflicts: number
}

const script = builtProcess('hostile-merge')

/** Merges the versions in a process that was not the one to make them: what that had taken would be counted as held before. */
function measure(versions: Versions, flags: readonly string[]): Measured | string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  try {
    const files = Object.entries(versions).map(([side, content]) => ({ path: join(folder, side), content }))
    for (const { path, content } of files) writeFileSync(path, content)
    const args = [...flags, script, ...files.map(({ path }) => path)]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 300_000 })
    return stdout === '' ? stderr.slice(0, 200) : JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** With a young generation of 1 MB: what is garbage already is collected before it piles up. */
const collectingEarly = ['--max-semi-space-size=1']
const times = ({ growth, size }: Measured): string => `${(growth / size).toFixed(1)} ×`

process.stdout.write(
  '| case | three inputs | time | peak memory above the inputs | garbage collected early | result | conflicts |\n|---|--:|--:|--:|--:|---|--:|\n',
)
for (const [name, make] of Object.entries(cases)) {
  const versions = make()
  const [measured, held] = [measure(versions, []), measure(versions, collectingEarly)]
  if (typeof measured === 'string' || typeof held === 'string') {
    const reasons = [measured, held].filter((one) => typeof one === 'string')
    process.stdout.write(`| ${name} | no result: ${reasons.join(' ')} |\n`)
    continue
  }
  const size = `${(measured.size / mebibyte).toFixed(1)} MiB`
  const columns = [name, size, `${measured.seconds.toFixed(2)} s`, times(measured), times(held)]
  process.stdout.write(`| ${[...columns, measured.status, measured.conflicts].join(' | ')} |\n`)
}
