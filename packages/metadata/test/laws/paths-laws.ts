import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { ComponentIdentity } from '../../src/component.ts'

import { componentKey } from '../../src/component.ts'
import { readManifest, writeManifest } from '../../src/manifest.ts'
import { componentOfPath, parentOf, pathsOfComponent } from '../../src/paths.ts'
import { allTypeNames, findNestedType, findType } from '../../src/registry.ts'

/** Names as the service gives them: letters, digits, and for some types blanks, percent escapes and other scripts. */
const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('A', 'b', '_', '1', 'z', 'x'), minLength: 1, maxLength: 10 }),
  fc.constantFrom(
    'Account',
    'ns__Thing__c',
    'Case-Case %28Sales%29 Layout',
    'With blank',
    'Größe',
    'x_meta_xml',
  ),
)

/** Any component of any type that the registry knows. */
const components: fc.Arbitrary<ComponentIdentity> = fc
  .tuple(fc.constantFrom(...allTypeNames()), name, name, fc.constantFrom('unpackaged', 'My Package'))
  .map(([componentType, first, second, packageName]) => ({
    packageName,
    componentType,
    componentName: fullName(componentType, first, second),
  }))

function fullName(componentType: string, first: string, second: string): string {
  const nested = findNestedType(componentType)
  if (nested?.parentName === 'DigitalExperienceBundle') return `${first}/${second}.${first}`
  if (nested !== null) return nested.ignoresParentName ? second : `${first}.${second}`
  const type = findType(componentType)
  if (componentType === 'Territory2' || componentType === 'Territory2Rule') return `${first}.${second}`
  if (componentType === 'DigitalExperienceBundle') return `${first}/${second}`
  if (type?.inFolder === true)
    return componentType === 'Document' ? `${first}/${second}.png` : `${first}/${second}`
  return first
}

/** The component that a file of this one belongs to: nested components lie in the file of their parent. */
function owner(identity: ComponentIdentity): ComponentIdentity {
  const parent = parentOf(identity)
  return parent === null ? identity : owner(parent)
}

/** A name as people read it, and two of the ways to write it with percent escapes. */
const spelledName = fc
  .array(
    fc.record({
      letter: fc.constantFrom(...Array.from('AZaz09_ -!"#$&\'()*+,.:;<=>?@[\\]^`{|}~%€ü漢🚀')),
      isEscaped: fc.tuple(fc.boolean(), fc.boolean()),
      isUpper: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((letters) => {
    const spelling = (at: 0 | 1) =>
      `A${letters.map(({ letter, isEscaped, isUpper }) => (isEscaped[at] || letter === '%' ? escaped(letter, isUpper) : letter)).join('')}Z`
    return {
      plain: `A${letters.map(({ letter }) => letter).join('')}Z`,
      spellings: [spelling(0), spelling(1)],
    }
  })

/** Every byte as an escape; its digits in upper or lower case. */
function escaped(letter: string, isUpper: boolean): string {
  const digits = Buffer.from(letter).toString('hex').replaceAll(/../gu, '%$&')
  return isUpper ? digits.toUpperCase() : digits
}

const layoutNamed = (componentName: string): ComponentIdentity => ({
  packageName: 'unpackaged',
  componentType: 'Layout',
  componentName,
})

/** The laws of paths, each on `numRuns` generated cases. */
export function pathsLaws(numRuns: number): void {
  test('component → path → component, for every type of the registry', () => {
    fc.assert(
      fc.property(components, (identity) => {
        const { files, directory } = pathsOfComponent(identity)
        const inside = directory === null ? [] : [`${directory}any.txt`, `${directory}deeper/any.js`]
        expect(files.length + inside.length).toBeGreaterThan(0)
        for (const path of [...files, ...inside])
          expect(componentOfPath(path)?.identity).toEqual(owner(identity))
      }),
      { numRuns },
    )
  })

  test('path → component → path, for every type of the registry', () => {
    fc.assert(
      fc.property(components, (identity) => {
        for (const path of pathsOfComponent(identity).files) {
          const found = componentOfPath(path)
          expect(found === null ? [] : pathsOfComponent(found.identity).files).toContain(path)
        }
      }),
      { numRuns },
    )
  })

  test('a name is one whatever of it is escaped, and travels through paths and manifests as it is written', () => {
    fc.assert(
      fc.property(spelledName, spelledName, ({ plain, spellings }, other) => {
        for (const spelling of spellings) {
          const identity = layoutNamed(spelling)
          const [path = ''] = pathsOfComponent(identity).files
          expect(componentOfPath(path)?.identity).toEqual(identity)
          expect(componentKey(identity)).toBe(`unpackaged|Layout|${plain}`)
          const { members } = readManifest(writeManifest([identity], '62.0'))
          expect(members).toEqual([{ type: 'Layout', fullName: spelling }])
          const isOther = componentKey(identity) !== componentKey(layoutNamed(other.spellings[0] ?? ''))
          expect(isOther).toBe(plain !== other.plain)
        }
      }),
      { numRuns },
    )
  })
}
