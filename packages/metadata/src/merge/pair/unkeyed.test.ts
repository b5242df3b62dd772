import { expect, test } from 'vitest'

import { bytes, metadataXml, text } from '../../testing/text.ts'
import { mergeFiles } from '../merge-files.ts'

interface Items {
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** A component on a page; `identifier` was not written by older versions. */
const component = (properties: Readonly<Record<string, string>>, identifier = ''): string =>
  `<itemInstances><componentInstance>${Object.entries(properties)
    .map(
      ([name, value]) =>
        `<componentInstanceProperties><name>${name}</name><value>${value}</value></componentInstanceProperties>`,
    )
    .join('')}<componentName>c</componentName>${identifier}</componentInstance></itemInstances>`

const field = (name: string, identifier = ''): string =>
  `<itemInstances><fieldInstance><fieldItem>${name}</fieldItem>${identifier}</fieldInstance></itemInstances>`

/** A field on a page that says enough to be known by it. */
const big = (name: string, value: string, identifier = ''): string =>
  `<itemInstances><fieldInstance>${['a', 'b'].map((key) => `<fieldInstanceProperties><name>${key}</name><value>${value}</value></fieldInstanceProperties>`).join('')}<fieldItem>${name}</fieldItem>${identifier}</fieldInstance></itemInstances>`

const named = (name: string): string => `<identifier>${name}</identifier>`

const page = (items: readonly string[]): Uint8Array =>
  bytes(metadataXml('FlexiPage', '<flexiPageRegions>', ...items, '<name>main</name></flexiPageRegions>'))

/** What a person is asked, and the items of the page's only region. */
function merged({ base, ours, theirs }: Items): { conflicts: string[]; items: string[] } {
  const versions = { base: page(base), ours: page(ours), theirs: page(theirs) }
  const { conflicts, content } = mergeFiles({ path: 'a.xml', ...versions })
  const items = (text(content) ?? '').split('\n').filter((line) => line.includes('<itemInstances>'))
  return { conflicts: conflicts.map(({ reason }) => reason), items: items.map((line) => line.trim()) }
}

const panel = { label: 'A', columns: '2', color: 'red' }
const other = component({ label: 'B', columns: '3' })

test('an entry without a key that both sides changed is one entry with both changes', () => {
  const versions = {
    base: [component(panel), other],
    ours: [component({ ...panel, columns: '4' }), other],
    theirs: [component({ ...panel, color: 'blue' }), other],
  }
  const both = component({ label: 'A', columns: '4', color: 'blue' })
  expect(merged(versions)).toEqual({ conflicts: [], items: [both, other] })
})

test('an entry that gets a key on one side is still the entry that the other side changed', () => {
  const versions = {
    base: [component(panel), other],
    ours: [component(panel, named('p')), other],
    theirs: [component({ ...panel, color: 'blue' }), other],
  }
  const both = component({ ...panel, color: 'blue' }, named('p'))
  expect(merged(versions)).toEqual({ conflicts: [], items: [both, other] })
})

test('an entry that gets a better key is found by the key it had: what the other side adds keeps its place', () => {
  const versions = {
    base: [field('A'), field('B')],
    ours: [field('A', named('a')), field('B', named('b'))],
    theirs: [field('A'), field('X'), field('B')],
  }
  const items = [field('A', named('a')), field('X'), field('B', named('b'))]
  expect(merged(versions)).toEqual({ conflicts: [], items })
})

test('entries whose keys of one kind differ are not one, however alike', () => {
  const [base, ours] = [component(panel, named('p')), component({ ...panel, label: 'C' }, named('q'))]
  const theirs = component({ ...panel, color: 'blue' }, named('p'))
  expect(merged({ base: [base], ours: [ours], theirs: [theirs] }).conflicts).toEqual(['deletedAndChanged'])
})

test('an entry that one side gave another key in its place, and nothing else, is the one that the other side changed', () => {
  const [base, ours] = [component(panel, named('p')), component(panel, named('q'))]
  const theirs = component({ ...panel, color: 'blue' }, named('p'))
  const items = [component({ ...panel, color: 'blue' }, named('q')), other]
  const versions = { base: [base, other], ours: [ours, other], theirs: [theirs, other] }
  expect(merged(versions)).toEqual({ conflicts: [], items })
  expect(merged({ ...versions, ours: versions.theirs, theirs: versions.ours })).toEqual({
    conflicts: [],
    items,
  })
})

test('an entry that alone got another key in its place is the one that was there, though another one says the same', () => {
  const twin = component(panel, named('t'))
  const base = [component(panel, named('p')), other, twin]
  const ours = [component(panel, named('q')), other, twin]
  const theirs = [component({ ...panel, color: 'blue' }, named('p')), other, twin]
  const items = [component({ ...panel, color: 'blue' }, named('q')), other, twin]
  expect(merged({ base, ours, theirs })).toEqual({ conflicts: [], items })
})

test.each([
  ['several came', [component(panel, named('q')), component(panel, named('r')), other]],
  ['it stands elsewhere', [other, component(panel, named('q'))]],
])('an entry of another key is another one where %s', (_, ours) => {
  const theirs = [component({ ...panel, color: 'blue' }, named('p')), other]
  const base = [component(panel, named('p')), other]
  expect(merged({ base, ours, theirs }).conflicts).toEqual(['deletedAndChanged'])
})

test('where several keys were changed in one place, entries that say the same are not told apart', () => {
  const base = [component(panel, named('p')), component(panel, named('q')), other]
  const ours = [component(panel, named('r')), component(panel, named('s')), other]
  const theirs = [component({ ...panel, color: 'blue' }, named('p')), component(panel, named('q')), other]
  expect(merged({ base, ours, theirs }).conflicts).toEqual(['deletedAndChanged'])
})

test('of entries without a key that hold the same, each side took away another one', () => {
  const [blank, a, b] = [component({}), field('A', named('a')), field('B', named('b'))]
  const base = [blank, a, blank, b, blank]
  const versions = { base, ours: [a, blank, b, blank], theirs: [blank, a, blank, b] }
  expect(merged(versions)).toEqual({ conflicts: [], items: [a, blank, b] })
  const same = { base, ours: [a, blank, b, blank], theirs: [a, blank, b, blank] }
  expect(merged({ ...same, theirs: [...same.theirs, field('C', named('c'))] }).items).toHaveLength(5)
})

test('of entries without a key that hold the same, a copy between them is none of the others', () => {
  const [blank, a, b] = [component({}), field('A', named('a')), field('B', named('b'))]
  const versions = { base: [blank, a, blank], ours: [blank, a, blank, b], theirs: [blank, blank, a, blank] }
  expect(merged(versions)).toEqual({ conflicts: [], items: [blank, blank, a, blank, b] })
})

test('an entry that got a better key elsewhere is the old one, not another that says the same in its place', () => {
  const versions = {
    base: [big('A', '1'), other],
    ours: [big('B', '1'), other, big('A', '1', named('a'))],
    theirs: [big('A', '2'), other],
  }
  const items = [big('B', '1'), other, big('A', '2', named('a'))]
  expect(merged(versions)).toEqual({ conflicts: [], items })
})

test('an entry without a key that both sides replaced by nothing like it is a conflict', () => {
  const versions = {
    base: [component(panel), other],
    ours: [component({ k: '1', l: '2', m: '3' }).replace('>c<', '>d<'), other],
    theirs: [component({ x: '1', y: '2', z: '3' }).replace('>c<', '>e<'), other],
  }
  expect(merged(versions).conflicts).toEqual(['changedByBoth'])
})

test('entries without a key that differ only in how often they hold a value are never taken for one another', () => {
  const [once, twice] = ['<a>1</a>', '<a>1</a><a>1</a>'].map(
    (inside) => `<itemInstances><componentInstance>${inside}</componentInstance></itemInstances>`,
  )
  const items = [once ?? '', twice ?? '']
  const versions = { base: [items[1] ?? ''], ours: items, theirs: [items[1] ?? '', field('X', named('x'))] }
  expect(merged(versions)).toEqual({ conflicts: [], items: [...items, field('X', named('x'))] })
})

test('an item that one side takes away while the other changes its key is a conflict', () => {
  const [one, two] = [component(panel, named('p')), component(panel, named('q'))]
  expect(merged({ base: [one], ours: [], theirs: [two] })).toEqual({
    conflicts: ['deletedAndChanged'],
    items: [one, two],
  })
})
