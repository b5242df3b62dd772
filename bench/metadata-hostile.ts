// Merges and normalises what nobody should have to: how long it takes and how much memory, each case in a process of its
// own. Usage: tsc -b packages/metadata && tsx bench/metadata-hostile.ts
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { merge } from '@sluice/metadata/merge/merge'

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
): string => root(Array.from({ length: count }, (_, index) => entry(name(index), isChanged(index))).join(''))
const never = (): boolean => false
const every =
  (step: number, rest: number) =>
  (index: number): boolean =>
    index % step === rest
const mebibyte = 1 << 20

const cases: Readonly<Record<string, () => Versions>> = {
  'an 8 MiB profile, one change a side': () => ({ base: list(55_000, never), ours: list(55_000, every(60_000, 7)), theirs: list(55_000, every(60_000, 9)) }),
  '100,000 entries, one change a side': () => ({ base: list(100_000, never), ours: list(100_000, every(200_000, 7)), theirs: list(100_000, every(200_000, 9)) }),
  '100,000 entries, every tenth changed': () => ({ base: list(100_000, never), ours: list(100_000, every(10, 1)), theirs: list(100_000, every(10, 5)) }),
  '100,000 entries, 10,000 conflicts': () => ({ base: list(100_000, never), ours: root('').replace('</P', '<a>1</a></P'), theirs: list(100_000, every(10, 5)) }),
  '2,000 entries of one key': () => ({ base: list(2000, never, () => 'A'), ours: list(2001, never, () => 'A'), theirs: list(2000, every(5000, 9), () => 'A') }),
  '20,000 entries of one key': () => ({ base: list(20_000, never, () => 'A'), ours: list(20_001, never, () => 'A'), theirs: list(20_000, every(50_000, 9), () => 'A') }),
  '1,000,000 elements inside each other': () => ({ base: root(''), ours: root('<a>1</a>'), theirs: root('<a>'.repeat(mebibyte)) }),
  'one value of 8 MiB': () => ({ base: root('<a>1</a>'), ours: root(`<a>${'x &amp; '.repeat(mebibyte)}</a>`), theirs: root('<a>1</a><b/>') }),
  'one attribute of 8 MiB': () => ({ base: root('<a>1</a>'), ours: root(`<a b="${'x'.repeat(8 * mebibyte)}"/>`), theirs: root('<a>1</a><b/>') }),
  '8 MiB cut off': () => ({ base: list(55_000, never), ours: list(55_000, every(60_000, 7)), theirs: list(55_000, every(10, 5)).slice(0, -30) }),
  '8 MiB that are no XML, every line changed': () => ({ base: 'a line & so on\n'.repeat(550_000), ours: 'another < line\n'.repeat(550_000), theirs: 'a third > line\n'.repeat(550_000) }),
} // prettier-ignore

/** Peak resident memory of this process so far, in bytes. */
const peak = (): number => process.resourceUsage().maxRSS * 1024

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

function measure(name: string): void {
  const made = cases[name]?.()
  if (made === undefined) throw new Error(`There is no case "${name}".`)
  const versions = { base: encode(made.base), ours: encode(made.ours), theirs: encode(made.theirs) }
  const size = versions.base.length + versions.ours.length + versions.theirs.length
  const before = peak()
  const started = performance.now()
  const { status, conflicts } = merge({ path: 'unpackaged/profiles/Admin.profile', ...versions })
  const seconds = (performance.now() - started) / 1000
  const growth = Math.max(0, peak() - before) / size
  const columns = [
    name,
    `${(size / mebibyte).toFixed(1)} MiB`,
    `${seconds.toFixed(2)} s`,
    `${growth.toFixed(1)} ×`,
    status,
    conflicts.length,
  ]
  process.stdout.write(`| ${columns.join(' | ')} |\n`)
}

const [wanted] = process.argv.slice(2)
if (wanted === undefined) {
  process.stdout.write(
    '| case | three inputs | time | peak memory above the inputs | result | conflicts |\n|---|--:|--:|--:|---|--:|\n',
  )
  for (const name of Object.keys(cases)) {
    const self = ['--import', import.meta.resolve('tsx'), fileURLToPath(import.meta.url), name]
    const { stdout, stderr } = spawnSync(process.execPath, self, { encoding: 'utf8', timeout: 300_000 })
    process.stdout.write(stdout === '' ? `| ${name} | no result: ${stderr.slice(0, 200)} |\n` : stdout)
  }
} else measure(wanted)
