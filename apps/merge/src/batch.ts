import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { merge } from '@sluice/metadata/merge/merge'
import type { MergeResult } from '@sluice/metadata/merge/merge-files'
import type { Batch } from './arguments.ts'

interface Case {
  readonly id: string
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
  const lines = readFileSync(cases, 'utf8').split('\n').filter(Boolean)
  const written = lines.map((line, index) => JSON.stringify(mergeCase(line, { index, outputFolder })))
  writeFileSync(results, `${written.join('\n')}\n`)
  return 0
}

function mergeCase(line: string, { index, outputFolder }: { index: number; outputFolder: string }): Result {
  const started = performance.now()
  try {
    const { id, path, base, ours, theirs } = readCase(line)
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
    const id = /"id"\s*:\s*"([^"]*)"/u.exec(line)?.[1] ?? `line ${index + 1}`
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

function readCase(line: string): Case {
  const value: unknown = JSON.parse(line)
  if (typeof value !== 'object' || value === null) throw new Error('A case is not an object.')
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(value, name)?.value
  const text = (name: string): string => {
    const found = field(name)
    if (typeof found !== 'string') throw new Error(`A case has no ${name}.`)
    return found
  }
  const base = field('base')
  return {
    id: text('id'),
    path: text('path'),
    base: typeof base === 'string' ? base : null,
    ours: text('ours'),
    theirs: text('theirs'),
  }
}
