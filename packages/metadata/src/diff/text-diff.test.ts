import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { textDiff } from './text-diff.ts'

test('a change stands among three equal lines, with its place', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`)
  const changed = lines.with(6, 'other\n')
  expect(textDiff(lines.join(''), changed.join(''))).toBe(
    `--- a\n+++ b\n@@ -4,7 +4,7 @@\n line 4\n line 5\n line 6\n-line 7\n+other\n line 8\n line 9\n line 10\n`,
  )
})

test('equal texts have no difference, and a missing last line end is told', () => {
  expect(textDiff('a\n', 'a\n')).toBe('')
  expect(textDiff('a\n', 'a', { before: 'x', after: 'y' })).toBe(
    '--- x\n+++ y\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n',
  )
})

let folder: string
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-text-diff-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('Git applies it and gets the newer text', () => {
  const texts = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '}\n'), { maxLength: 20 })
    .map((lines) => lines.join(''))
  fc.assert(
    fc.property(texts, texts, fc.boolean(), (before, after, isCut) => {
      const newer = isCut ? after.replace(/\n$/u, '') : after
      fc.pre(before !== newer && before !== '' && newer !== '')
      writeFileSync(join(folder, 'b'), before)
      writeFileSync(join(folder, 'patch'), textDiff(before, newer, { before: 'a/b', after: 'b/b' }))
      execFileSync('git', ['apply', '--unidiff-zero', '--whitespace=nowarn', 'patch'], { cwd: folder })
      expect(execFileSync('cat', ['b'], { cwd: folder }).toString('utf8')).toBe(newer)
    }),
    { numRuns: 40 },
  )
})
