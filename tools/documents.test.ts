import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../apps/server/src/platform/config/settings.ts'
import { root } from './source-files.ts'

test('the README lists exactly the settings that the server reads', () => {
  const table = readFileSync(join(root, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const listed = table.flatMap((line) => line.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? [])
  expect(listed.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
})
