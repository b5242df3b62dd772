// Reads the command line of `npm run test:long`.
import { Refusal } from '../prepare.mjs'
import { longParts, type LongPart } from './parts.ts'

/** The `index`th of `count` slices; the first is 1. */
export interface Slice {
  readonly index: number
  readonly count: number
}

export interface LongOptions {
  readonly parts: readonly LongPart[]
  readonly seed: number
  readonly slice: Slice | undefined
  readonly isList: boolean
}

function readSlice(text: string): Slice {
  const [, index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (!index || !count || index > count)
    throw new Refusal(`--slice wants "2/5", the second of five; this is "${text}".`)
  return { index, count }
}

function readSeed(text: string): number {
  const seed = Number(text)
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 31)
    throw new Refusal(`--seed wants a whole number from 0 to 2147483647; this is "${text}".`)
  return seed
}

function partOf(name: string): LongPart {
  const part = longParts.find((candidate) => candidate.name === name)
  if (part) return part
  throw new Refusal(`There is no part "${name}". Parts: ${longParts.map((one) => one.name).join(', ')}.`)
}

/** The parts to run, the seed, and the one slice of each that is wanted; without a slice all of them. */
export function readOptions(args: readonly string[], newSeed: number): LongOptions {
  const parts: LongPart[] = []
  let seed = newSeed
  let slice: Slice | undefined
  let isList = false
  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--list') isList = true
    else if (argument === '--seed') seed = readSeed(rest.shift() ?? '')
    else if (argument === '--slice') slice = readSlice(rest.shift() ?? '')
    else if (argument.startsWith('-')) throw new Refusal(`Unknown option ${argument}.`)
    else parts.push(partOf(argument))
  }
  return { parts: parts.length > 0 ? parts : longParts, seed, slice, isList }
}

/** The slices of a part that a run takes. */
export function slicesOf(part: LongPart, slice: Slice | undefined): Slice[] {
  if (slice) return [slice]
  const count = part.slices ?? 1
  return Array.from({ length: count }, (_, index) => ({ index: index + 1, count }))
}
