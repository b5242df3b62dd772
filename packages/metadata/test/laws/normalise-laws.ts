import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import type { Tree } from './generated/tree.ts'

import { decodeUtf8, encodeUtf8 } from '../../src/bytes.ts'
import { componentChanges } from '../../src/diff/component-changes.ts'
import { normaliseFile } from '../../src/normalise.ts'
import { childTypesOf, findType, isCompositeType } from '../../src/registry.ts'
import { pathsOfComponent } from '../../src/paths.ts'
import { component } from '../../src/testing/text.ts'
import { documentOf, documents } from './generated/documents.ts'
import { apply, copyOf, plansOf, wishes } from './generated/edits.ts'
import { contentOf, leavesOf } from './generated/leaves.ts'
import { plainSpellings, write } from './generated/spelling.ts'
import { texts, torn } from './generated/texts.ts'
import { commentsIn, readTree } from './generated/tree.ts'

/** A path at which a document of this type lies; that of a profile for documents that are no file of their own. */
function pathOf(root: string): string {
  const type = findType(root)
  const isFile =
    type !== null && type.layout === 'xml' && type.suffix !== null && type.folderContentType === null
  return (
    (isFile ? pathsOfComponent(component(root, 'Folder/Any')).files[0] : null) ??
    'unpackaged/profiles/Any.profile'
  )
}

function normalised(text: string): string {
  const root = /<(?<name>[A-Za-z]\w*)/u.exec(text)?.groups?.['name'] ?? ''
  const content = normaliseFile({ path: pathOf(root), content: encodeUtf8(text) })
  return decodeUtf8(content) ?? ''
}

/** Two documents of one type: one written anew, edited at places, or another one. */
const pairs: fc.Arbitrary<readonly [Tree, Tree]> = fc.oneof(
  documents('sometimes').map((tree) => [tree, tree] as const),
  fc.tuple(documents('sometimes'), wishes).map(([tree, wanted]) => {
    const before = copyOf(tree)
    return [before, apply(before, plansOf(before, wanted.slice(0, 2)).ours)] as const
  }),
  documents('never').chain((tree) => documentOf(tree.name, 'never').map((other) => [tree, other] as const)),
)

/** What a file is made of, found slowly: its own content in a row, its nested components by name. */
function partsOf(text: string, root: string): string {
  const tree = readTree(text)
  if (!isCompositeType(findType(root)?.name ?? '')) return contentOf(tree)
  const children = childTypesOf(root)
  const nested = new Map<string, string>()
  const own: string[] = []
  for (const part of tree.children) {
    const child = children.find(({ element }) => element === part.name)
    const key = part.children.find(({ name }) => name === child?.key)?.value.trim()
    if (child === undefined || key === undefined) own.push(contentOf(part))
    else nested.set(`${child.name} ${key}`, `${nested.get(`${child.name} ${key}`) ?? ''}${contentOf(part)}`)
  }
  return JSON.stringify([own, [...nested].toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

/** The laws of normalising and comparing, each on `numRuns` generated cases. */
export function normaliseLaws(numRuns: number): void {
  const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void): void => {
    fc.assert(fc.property(arbitrary, check), { numRuns })
  }

  test('normalise(normalise(x)) = normalise(x), also for files that are torn', () => {
    holds(fc.oneof(texts, torn), (text) => {
      const once = normalised(text.replace(/[\uD800-\uDFFF]/gu, ''))
      expect(normalised(once)).toBe(once)
    })
  })

  test('normalising keeps every value and every comment', () => {
    holds(texts, (text) => {
      const normal = normalised(text)
      expect(leavesOf(readTree(normal))).toEqual(leavesOf(readTree(text)))
      expect(commentsIn(normal)).toEqual(commentsIn(text))
    })
  })

  test('a difference is empty if and only if both sides are the same when normalised', () => {
    holds(fc.tuple(pairs, plainSpellings, plainSpellings), ([[a, b], one, other]) => {
      const path = pathOf(a.name)
      const [before, after] = [write(a, one), write(b, other)]
      const changes = componentChanges([{ path, before: encodeUtf8(before), after: encodeUtf8(after) }])
      const [left, right] = [before, after].map((text) => partsOf(normalised(text), a.name))
      expect(changes.length === 0).toBe(left === right)
    })
  })
}
