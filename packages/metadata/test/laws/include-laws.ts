import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { IncludeCandidate } from '../../src/include/spec.ts'

import { isIncluded, parseIncludeSpecs } from '../../src/include-specs.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'c', '_', '1'), minLength: 1, maxLength: 4 })
const patternUnit = fc.constantFrom('a', 'b', 'A', 'c', '*', '?', '[a-b]', '[!a]', '[', '_', '1')
const pattern = fc.array(patternUnit, { minLength: 1, maxLength: 5 }).map((units) => units.join(''))
const typeNames = ['ApexClass', 'ApexPage', 'CustomObject', 'CustomField', 'Report', 'ReportFolder'] as const
const typePattern = fc.constantFrom(...typeNames, 'Apex*', '*', 'custom*', 'Apex?????', '[A-C]*')
const prefix = fc.constantFrom('~', '*', 'ns', 'n?', '[!~]*')

interface Line {
  readonly negated: boolean
  readonly segments: readonly string[]
  readonly text: string
}

const lines: fc.Arbitrary<Line> = fc
  .record({
    negated: fc.boolean(),
    segments: fc.tuple(fc.constant('unpackaged'), prefix, typePattern, pattern, pattern),
    length: fc.integer({ min: 1, max: 5 }),
    decoration: fc.constantFrom('', '  # why', '\t', '   '),
    upper: fc.boolean(),
  })
  .map(({ negated, segments, length, decoration, upper }) => {
    const isFoldered = ['report', 'reportfolder', '*'].includes(segments[2].toLowerCase())
    const used = segments.slice(0, isFoldered ? length : Math.min(length, 4))
    const path = used.join('/')
    return {
      negated,
      segments: used,
      text: `${negated ? '!' : ''}${upper ? path.toUpperCase() : path}${decoration}`,
    }
  })

const candidates: fc.Arbitrary<IncludeCandidate> = fc
  .tuple(fc.constantFrom(...typeNames), fc.constantFrom(null, 'ns'), word, word)
  .map(([componentType, namespacePrefix, first, second]) => ({
    packageName: 'unpackaged',
    componentType,
    componentName: nameOf(componentType, first, second),
    namespacePrefix,
  }))

function nameOf(type: (typeof typeNames)[number], first: string, second: string): string {
  if (type === 'CustomField') return `${first}.${second}`
  return type === 'Report' ? `${first}/${second}` : first
}

/** Character by character, trying every length at a star: exponential, and obviously what the syntax says. */
function fits(glob: string, text: string): boolean {
  if (glob === '') return text === ''
  const rest = glob.slice(1)
  if (glob.startsWith('*')) return fits(rest, text) || (text !== '' && fits(glob, text.slice(1)))
  const close = glob.startsWith('[') ? glob.indexOf(']', 2) : -1
  if (text === '') return false
  if (close < 0) return (glob[0] === '?' || glob[0] === text[0]) && fits(rest, text.slice(1))
  const body = glob.slice(1, close)
  const accepted = body.startsWith('!') ? !isOneOf(body.slice(1), text) : isOneOf(body, text)
  return accepted && fits(glob.slice(close + 1), text.slice(1))
}

function isOneOf(body: string, text: string): boolean {
  const [first = '', dash, last = ''] = body
  const sign = text[0] ?? ''
  return dash === '-' && body.length === 3 ? sign >= first && sign <= last : body.includes(sign)
}

/** Every line is asked, the last that matches decides; a line that names the parent covers what is nested in it. */
function slowVerdict(
  specs: readonly Line[],
  { componentType, componentName, namespacePrefix }: IncludeCandidate,
): boolean {
  const own = ['unpackaged', namespacePrefix ?? '~', componentType, ...componentName.split('/')]
  const paths = [own]
  if (componentType === 'CustomField')
    paths.push(['unpackaged', namespacePrefix ?? '~', 'CustomObject', componentName.split('.')[0] ?? ''])
  if (componentType === 'ReportFolder')
    paths[0] = ['unpackaged', namespacePrefix ?? '~', 'Report', componentName]
  let verdict = false
  for (const { negated, segments } of specs) {
    const opensFolder = componentType === 'ReportFolder' && !negated
    const matches = paths.some(
      (path) =>
        (segments.length <= path.length || opensFolder) &&
        segments
          .slice(0, path.length)
          .every((segment, index) => fits(segment.toLowerCase(), (path[index] ?? '').toLowerCase())),
    )
    if (matches) verdict = !negated
  }
  return verdict
}

/** The laws of include specs, each on `numRuns` generated cases. */
export function includeLaws(numRuns: number): void {
  test('evaluation equals a slow obvious evaluator', () => {
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 6 }), candidates, (specs, candidate) => {
        const text = specs.map((line) => line.text).join('\n')
        const { specs: parsed, problems } = parseIncludeSpecs(text)
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(isIncluded(parsed, candidate)).toBe(slowVerdict(specs, candidate))
      }),
      { numRuns },
    )
  })
}
