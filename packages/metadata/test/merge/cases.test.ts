import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

import { merge } from '../../src/merge/merge.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** A case is a folder: what each side holds, the file's path, and what must come out. */
function resultOf(folder: string): string {
  const read = (name: string): Uint8Array => new Uint8Array(readFileSync(join(folder, name)))
  const base = existsSync(join(folder, 'Base')) ? read('Base') : null
  const path = readFileSync(join(folder, 'Path'), 'utf8').trim()
  return new TextDecoder().decode(merge({ path, base, ours: read('Ours'), theirs: read('Theirs') }).content)
}

const casesOf = (kind: string): string[] => readdirSync(join(here, kind)).toSorted()

describe('merges that work', () => {
  test.each(casesOf('working'))('%s', (name) => {
    const folder = join(here, 'working', name)
    expect(resultOf(folder)).toBe(readFileSync(join(folder, 'Expected'), 'utf8'))
  })
})

describe('known gaps, as they are now', () => {
  test.each(casesOf('failing'))('%s', (name) => {
    const folder = join(here, 'failing', name)
    const result = resultOf(folder)
    expect(result).toBe(readFileSync(join(folder, 'ExpectedCurrently'), 'utf8'))
    expect(result).not.toBe(readFileSync(join(folder, 'ExpectedIdeally'), 'utf8'))
  })
})
