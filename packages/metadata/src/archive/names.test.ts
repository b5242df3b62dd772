import { expect, test } from 'vitest'

import { encodeUtf8 } from '../bytes.ts'
import { ArchiveError } from './errors.ts'
import { EntryNames } from './names.ts'
import { checkClashes, checkEntryPath } from './path-guard.ts'

function gathered(paths: readonly string[]): EntryNames {
  const encoded = paths.map((path) => encodeUtf8(path))
  const names = new EntryNames(
    paths.length,
    encoded.reduce((sum, { length }) => sum + length, 0),
  )
  for (const name of encoded) names.add(name, 0, name.length)
  return names
}

function isRefused(check: () => void): boolean {
  try {
    check()
    return false
  } catch (error) {
    if (error instanceof ArchiveError) return true
    throw error
  }
}

/** All texts of up to so many parts. */
function textsOf(parts: readonly string[], most: number): string[] {
  if (most === 0) return ['']
  const shorter = textsOf(parts, most - 1)
  return [...new Set([...shorter, ...shorter.flatMap((text) => parts.map((part) => text + part))])]
}

test('a plain name is one that no check refuses, and every name comes back as it was', () => {
  const paths = [
    ...textsOf(['a', '/', '.', 'git~1', 'C:', '\\', '\0', 'ü', ' '], 4),
    ...[254, 255, 256].map((length) => 'n'.repeat(length)),
  ]
  const names = [...gathered(paths).all()]
  expect(names.map(({ path }) => path)).toEqual(paths)
  const plain = names.filter(({ isPlain }) => isPlain)
  expect(plain.filter(({ path, pathBytes }) => isRefused(() => checkEntryPath(path, pathBytes)))).toEqual([])
  expect(plain.length).toBeGreaterThan(100)
})

test('names that clash are never told apart by their hashes', () => {
  const paths = textsOf(['a', 'A', 'b', '/b', '/B', 'K', '\u212A'], 2).filter((path) => path !== '')
  let clear = 0
  for (const one of paths)
    for (const other of paths) {
      const pair = [one, 'c/d', other]
      if (gathered(pair).mayClash()) continue
      clear += 1
      expect(isRefused(() => checkClashes(pair.map((path) => ({ path }))))).toBe(false)
    }
  expect(clear).toBeGreaterThan(500)
})
