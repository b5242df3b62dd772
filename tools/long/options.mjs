// Reads the command line of `npm run test:long`.
import { Refusal } from '../prepare.mjs'
import { longParts } from './parts.mjs'

function readSlice(text) {
  const [, index, count] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (!index || !count || index > count)
    throw new Refusal(`--slice wants "2/5", the second of five; this is "${text}".`)
  return { index, count }
}

function readSeed(text) {
  const seed = Number(text)
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 31)
    throw new Refusal(`--seed wants a whole number from 0 to 2147483647; this is "${text}".`)
  return seed
}

function partOf(name) {
  const part = longParts.find((candidate) => candidate.name === name)
  if (part) return part
  throw new Refusal(`There is no part "${name}". Parts: ${longParts.map((one) => one.name).join(', ')}.`)
}

/** The parts to run, the seed, and the one slice of each that is wanted; without a slice all of them. */
export function readOptions(args, newSeed) {
  const options = { parts: [], seed: newSeed, slice: undefined, isList: false }
  const rest = [...args]
  while (rest.length > 0) {
    const argument = rest.shift()
    if (argument === '--list') options.isList = true
    else if (argument === '--seed') options.seed = readSeed(rest.shift() ?? '')
    else if (argument === '--slice') options.slice = readSlice(rest.shift() ?? '')
    else if (argument.startsWith('-')) throw new Refusal(`Unknown option ${argument}.`)
    else options.parts.push(partOf(argument))
  }
  return options.parts.length > 0 ? options : { ...options, parts: longParts }
}

/** The slices of a part that a run takes. */
export function slicesOf(part, slice) {
  if (slice) return [slice]
  const count = part.slices ?? 1
  return Array.from({ length: count }, (_, index) => ({ index: index + 1, count }))
}
