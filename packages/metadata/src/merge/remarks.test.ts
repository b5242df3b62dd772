import { describe, expect, test } from 'vitest'

import { bytes, metadataXml, text } from '../testing/text.ts'
import { mergeFiles } from './merge-files.ts'

interface Versions {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** What a person is asked, and the result. */
function merged({ base, ours, theirs }: Versions): { asked: string[]; content: string } {
  const input = { path: 'a.xml', base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) }
  const { conflicts, content } = mergeFiles(input)
  return { asked: conflicts.map(({ reason, path }) => `${reason} ${path}`), content: text(content) ?? '' }
}

const thing = (...lines: string[]): string => metadataXml('Thing', ...lines)
const labels = (...lines: string[]): string => metadataXml('CustomLabels', ...lines)
const label = (key: string, inside = ''): string =>
  `<labels><fullName>${key}</fullName>${inside}<value>${key}</value></labels>`

describe('of a comment that both sides changed both are kept', () => {
  test.each<[string, (...comments: string[]) => string]>([
    ['before an element', (...comments) => thing(...comments, '<x>1</x>')],
    ['behind the last element', (...comments) => thing('<x>1</x>', ...comments)],
    ['before the root', (...comments) => thing().replace('?>', ['?>', ...comments].join('\n'))],
    ['behind the root', (...comments) => `${thing()}${comments.join('\n')}\n`],
  ])('%s', (_, file) => {
    const versions = { base: file('<!--a-->'), ours: file('<!--b-->'), theirs: file('<!--c-->') }
    expect(merged(versions)).toEqual({ asked: [], content: file('<!--b-->', '<!--c-->') })
    expect(merged({ ...versions, theirs: file() }).content).toBe(versions.ours)
  })
})

describe('to delete an entry is a conflict when the other side left text', () => {
  test.each([
    ['before it', ['keep', label('A')]],
    ['in it', [label('A', 'keep')]],
  ])('%s', (_, kept) => {
    const versions = { base: labels(label('A'), label('B')), ours: labels(label('B')) }
    const { asked, content } = merged({ ...versions, theirs: labels(...kept, label('B')) })
    expect([asked, content.includes('keep')]).toEqual([['deletedAndChanged /CustomLabels/labels[A]'], true])
  })
})

test('a comment that one side took away stays away though the other changed what stands behind it', () => {
  const versions = {
    base: thing('<!--a-->', '<x>1</x>'),
    ours: thing('<x>1</x>'),
    theirs: thing('<!--a-->', '<x>2</x>'),
  }
  const { base, ours, theirs } = versions
  const wanted = { asked: [], content: thing('<x>2</x>') }
  expect([merged(versions), merged({ base, ours: theirs, theirs: ours })]).toEqual([wanted, wanted])
})

test('an entry goes with the comments before it and in it', () => {
  const kept = ['<!--new-->', label('A', '<!--new-->')]
  const versions = { base: labels(label('A'), label('B')), ours: labels(label('B')) }
  const theirs = labels(...kept, label('B'))
  expect(merged({ ...versions, theirs })).toEqual({ asked: [], content: versions.ours })
})

test('how the declaration is written is never asked', () => {
  const written = (declaration: string, value: string): string =>
    thing(`<x>${value}</x>`).replace(/^.*/u, declaration)
  const versions = {
    base: thing('<x>1</x>'),
    ours: written("<?xml version='1.0' encoding='UTF-8'?>", '2'),
    theirs: written('<?xml version="1.0" encoding="utf-8"?>', '1'),
  }
  expect(merged(versions)).toEqual({ asked: [], content: versions.ours })
})
