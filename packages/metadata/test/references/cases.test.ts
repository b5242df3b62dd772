import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

import { findBrokenReferences } from '../../src/references/broken-references.ts'
import { mergedFiles } from '../testing/merged-files.ts'
import { filesBelow } from '../testing/real-data.ts'

const cases = join(fileURLToPath(new URL('.', import.meta.url)), 'cases')

/** The files of one version of a case. */
function treeOf(folder: string): Map<string, Uint8Array> {
  const paths = existsSync(folder) ? filesBelow(folder) : []
  return new Map(paths.map((path) => [path, new Uint8Array(readFileSync(join(folder, path)))]))
}

/** A case is a folder: the tree of each side, and what their merge breaks across files. */
test.each(readdirSync(cases).toSorted())('%s', (name) => {
  const [base, ours, theirs] = ['Base', 'Ours', 'Theirs'].map((side) => treeOf(join(cases, name, side)))
  if (!base || !ours || !theirs) throw new Error('three versions')
  const files = mergedFiles({ base, ours, theirs })
  const listMerged = (directory: string): string[] =>
    files.flatMap(({ path, merged }) => (merged !== null && path.startsWith(directory) ? [path] : []))
  const found = findBrokenReferences({ files, listMerged }).map(
    ({ path, at, target, lostBy, isConflict }) =>
      `${isConflict ? 'conflict' : 'warning'} ${path} ${at} ${target.componentType} ${target.componentName}, ${lostBy}\n`,
  )
  expect(found.join('')).toBe(readFileSync(join(cases, name, 'Expected'), 'utf8'))
})
