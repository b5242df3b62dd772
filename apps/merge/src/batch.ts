import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { merge } from '@sluice/metadata/merge/merge'
import type { MergeResult } from '@sluice/metadata/merge/write/merge-result'
import type { Batch } from './arguments.ts'

interface Case {
  readonly path: string
  readonly base: string | null
  readonly ours: string
  readonly theirs: string
}

interface Result {
  readonly id: string
  readonly status: 'clean' | 'conflict' | 'error'
  readonly conflicts: number
  readonly ms: number
  readonly output: string | null
  readonly message: string
}

/** A case that fails is a result of its own; the batch goes on. */
export function mergeBatch({ cases, results, outputFolder }: Batch): number {
  mkdirSync(outputFolder, { recursive: true })
  const lines = readFileSync(cases, 'utf8').split('\n')
  const written = lines.map((line, index) =>
    line.trim() === '' ? '' : `${JSON.stringify(mergeCase(line, { index, outputFolder }))}\n`,
  )
  writeFileSync(results, written.join(''))
  return 0
}

function mergeCase(line: string, { index, outputFolder }: { index: number; outputFolder: string }): Result {
  const started = performance.now()
  let id = `line ${index + 1}`
  try {
    const value: unknown = JSON.parse(line)
    id = textIn(value, 'id')
    const { path, base, ours, theirs } = readCase(value)
    const sides = {
      base: base === null ? null : readFileSync(base),
      ours: readFileSync(ours),
      theirs: readFileSync(theirs),
    }
    const read = performance.now()
    const merged = merge({ path, ...sides })
    const ms = performance.now() - read
    const output = join(outputFolder, encodeURIComponent(id))
    writeFileSync(output, merged.content)
    const { status, conflicts } = merged
    return { id, status, conflicts: conflicts.length, ms, output, message: messageOf(merged) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { id, status: 'error', conflicts: 0, ms: performance.now() - started, output: null, message }
  }
}

/** The first few conflicts and warnings: a clean result may have warnings too. */
function messageOf({ conflicts, warnings = [] }: MergeResult): string {
  return [...conflicts, ...warnings]
    .slice(0, 5)
    .map(({ reason, path, message }) => `${message ?? reason} ${path}`)
    .join('; ')
}

function readCase(value: unknown): Case {
  return {
    path: textIn(value, 'path'),
    // Left out or misspelt it is no file that both sides added.
    base: fieldOf(value, 'base') === null ? null : textIn(value, 'base'),
    ours: textIn(value, 'ours'),
    theirs: textIn(value, 'theirs'),
  }
}

function textIn(value: unknown, name: string): string {
  const found = fieldOf(value, name)
  if (typeof found !== 'string') throw new Error(`A case has no ${name}.`)
  return found
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) throw new Error('A case is not an object.')
  return Object.getOwnPropertyDescriptor(value, name)?.value
}
