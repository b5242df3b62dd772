import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { componentOfPath } from '../src/paths.ts'
import { belowPackage, corpusPaths, hasRealData, noRealData, realData } from './testing/real-data.ts'
import { resolveAll, vendorLibrary } from './testing/vendor-resolver.ts'

/** One known difference: the files it is about, what the vendor says, how many there are, and why we differ. */
interface Difference {
  readonly files: string
  readonly ours: string
  readonly vendor: string
  readonly count: number
  readonly reason: string
}

const explained: readonly Difference[] = JSON.parse(
  readFileSync(new URL('resolver-differences.json', import.meta.url), 'utf8'),
)
const vendor = hasRealData ? vendorLibrary() : noRealData

/** The innermost folder that holds metadata counts: outside of it anything may be called like one. */
function ownName(path: string): string {
  const found = belowPackage(path)
    .map((candidate) => componentOfPath(candidate)?.identity)
    .findLast((identity) => identity !== undefined)
  return found === undefined ? '-' : `${found.componentType} ${found.componentName}`
}

/** Paths of the merges: several repositories, so each path is looked at alone. */
function mergePaths(): string[] {
  const lines = readFileSync(join(realData('merges'), 'cases.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
  return [...new Set(lines.map((line): string => JSON.parse(line).path))]
}

/** A translated field belongs to the translated object whose file lies beside it. */
function withParent(path: string): string[] {
  const [, folder, name] = /^(.*[/]objectTranslations[/]([^/]+))[/][^/]+$/u.exec(path) ?? []
  return folder === undefined ? [path] : [path, `${folder}/${name}.objectTranslation-meta.xml`]
}

const differenceOf = (path: string, ours: string, theirs: string): Difference | undefined =>
  explained.find(
    (known) => new RegExp(known.files, 'u').test(path) && known.ours === ours && known.vendor === theirs,
  )

describe.skipIf(typeof vendor === 'string')(
  `components as the vendor's resolver finds them (skipped: ${typeof vendor === 'string' ? vendor : ''})`,
  () => {
    test('every file of every set is the same component, but for differences with a reason', () => {
      if (typeof vendor === 'string') return
      const seeds = resolveAll(vendor, corpusPaths())
      const merges = mergePaths().map(
        (path) => [path, resolveAll(vendor, withParent(path)).get(path) ?? '-'] as const,
      )
      const counts = new Map(explained.map((known) => [known, 0]))
      const unexplained: string[] = []
      for (const [path, theirs] of [...seeds, ...merges]) {
        const ours = ownName(path)
        if (ours === theirs) continue
        const [kind = '', vendorKind = ''] = [ours, theirs].map((name) => name.split(' ')[0])
        const known = differenceOf(path, kind, vendorKind)
        if (known === undefined) unexplained.push(`${path}: ${ours}, the vendor says ${theirs}`)
        else counts.set(known, (counts.get(known) ?? 0) + 1)
      }
      expect(unexplained).toEqual([])
      expect([...counts].filter(([known, count]) => count !== known.count)).toEqual([])
      expect(seeds.size + merges.length).toBeGreaterThan(15_000)
    })
  },
)
