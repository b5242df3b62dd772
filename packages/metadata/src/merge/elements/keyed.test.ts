import { describe, expect, test } from 'vitest'

import { bytes, metadataXml, text } from '../../testing/text.ts'
import { mergeFiles } from '../merge-files.ts'

type Lines = readonly string[]
interface Versions {
  readonly base: Lines
  readonly ours: Lines
  readonly theirs: Lines
}

/** What a person is asked, and the lines of the root. */
function merged(root: string, { base, ours, theirs }: Versions): { conflicts: string[]; lines: string[] } {
  const file = (lines: Lines): Uint8Array => bytes(metadataXml(root, ...lines))
  const input = { path: 'a.xml', base: file(base), ours: file(ours), theirs: file(theirs) }
  const { conflicts, content } = mergeFiles(input)
  const lines = (text(content) ?? '').split('\n').slice(2, -2)
  return {
    conflicts: conflicts.map(({ reason, path }) => `${reason} ${path}`),
    lines: lines.map((line) => line.trim()),
  }
}

const label = (key: string, value: string): string =>
  `<labels><fullName>${key}</fullName><value>${value}</value></labels>`
const other = label('A', '1')
const [first, second] = [label('K', '1'), label('K', '2')]
const types = (...names: string[]): string =>
  `<types>${names.map((name) => `<members>${name}</members>`).join('')}<name>Bot</name></types>`
const alert = (...names: string[]): string =>
  `<alerts><fullName>X</fullName>${names.map((name) => `<recipients><recipient>${name}</recipient><type>user</type></recipients>`).join('')}</alerts>`
const rule = (...names: string[]): string =>
  `<assignmentRule><fullName>X</fullName>${names.map((name) => `<ruleEntry><assignedTo>${name}</assignedTo></ruleEntry>`).join('')}</assignmentRule>`
const shared = (inside: string): string[] => [
  `<sharingCriteriaRules><fullName>X</fullName><sharedTo>${inside}</sharedTo></sharingCriteriaRules>`,
]
const decision = (...names: string[]): string[] => [
  `<decisions><name>D</name>${names.map((name) => `<rules><name>${name}</name></rules>`).join('')}</decisions>`,
]
const component = (row: number, report: string, sort: string): string =>
  `<dashboardGridComponents><dashboardComponent><report>${report}</report><sortBy>${sort}</sortBy></dashboardComponent><rowIndex>${row}</rowIndex></dashboardGridComponents>`
const grid = (...components: string[]): string[] => [
  '<dashboardGridLayout>',
  ...components,
  '</dashboardGridLayout>',
]
const value = (key: string): string => `<customValue><fullName>${key}</fullName></customValue>`

describe('a key that stands twice', () => {
  test('is a conflict when each side removed another of its entries: it never vanishes', () => {
    const versions = { base: [other, first, second], ours: [other, first], theirs: [other, second] }
    expect(merged('CustomLabels', versions).conflicts).toEqual(['changedByBoth /CustomLabels/labels[K]'])
  })

  test.each([
    ['another entry', second],
    ['a copy', first],
  ])('is a conflict when one side added %s and the other removed it', (_, added) => {
    const versions = { base: [other, first], ours: [other, first, added], theirs: [other] }
    expect(merged('CustomLabels', versions).conflicts).toEqual(['deletedAndChanged /CustomLabels/labels[K]'])
  })

  test.each([
    [
      'changed',
      'changedByBoth',
      { base: [first, second], ours: [label('K', '3'), second], theirs: [first, first, second] },
    ],
    [
      'removed',
      'deletedAndChanged',
      { base: [first, second], ours: [second], theirs: [first, second, first] },
    ],
  ])('is a conflict when one side copied the entry that the other %s', (_, reason, versions) => {
    const { base, ours, theirs } = versions
    const wanted = [`${reason} /CustomLabels/labels[K]`]
    expect(merged('CustomLabels', versions).conflicts).toEqual(wanted)
    expect(merged('CustomLabels', { base, ours: theirs, theirs: ours }).conflicts).toEqual(wanted)
  })

  test('has the change of one side where the other only copied its one entry', () => {
    const [changed, copied] = [
      [other, second],
      [other, first, first],
    ]
    const versions = { base: [other, first], ours: changed, theirs: copied }
    expect(merged('CustomLabels', versions)).toEqual({ conflicts: [], lines: changed })
    expect(merged('CustomLabels', { ...versions, ours: copied, theirs: changed }).lines).toEqual(changed)
  })

  test('is a conflict when each side brought something else for the one entry of the base', () => {
    const versions = { base: [first], ours: [first, second], theirs: [label('K', '3')] }
    const { base, ours, theirs } = versions
    const wanted = ['changedByBoth /CustomLabels/labels[K]']
    expect(merged('CustomLabels', versions).conflicts).toEqual(wanted)
    expect(merged('CustomLabels', { base, ours: theirs, theirs: ours }).conflicts).toEqual(wanted)
  })

  test('holds once what one side added and the other made of the entry that was there', () => {
    const versions = { base: [first, other], ours: [first, second, other], theirs: [second, other] }
    const wanted = { conflicts: [], lines: [second, other] }
    expect(merged('CustomLabels', versions)).toEqual(wanted)
    const { base, ours, theirs } = versions
    expect(merged('CustomLabels', { base, ours: theirs, theirs: ours })).toEqual(wanted)
  })

  test('stays twice where each side made another of its entries say the same', () => {
    const changed = label('K', '3')
    const versions = { base: [first, second], ours: [changed, second], theirs: [first, changed] }
    expect(merged('CustomLabels', versions)).toEqual({ conflicts: [], lines: [changed, changed] })
  })

  test('holds once what both sides brought, where one side made another of its entries say the same too', () => {
    const versions = {
      base: [first, second],
      ours: [second, second, second],
      theirs: [first, second, second],
    }
    const wanted = { conflicts: [], lines: [second, second, second] }
    expect(merged('CustomLabels', versions)).toEqual(wanted)
    const { base, ours, theirs } = versions
    expect(merged('CustomLabels', { base, ours: theirs, theirs: ours })).toEqual(wanted)
  })

  test('may stand twice where it is placed: a copy is another entry there', () => {
    const [one, two] = ['a', 'b'].map(
      (name) => `<customValue><fullName>X</fullName><label>${name}</label></customValue>`,
    )
    const [base, ours, theirs] = [[one ?? ''], [two ?? ''], [one ?? '', one ?? '']]
    const versions = { base, ours, theirs }
    expect(merged('GlobalValueSet', versions)).toEqual({ conflicts: [], lines: [two, one] })
  })

  test('goes when one side removed one of its entries and the other all', () => {
    const versions = { base: [other, first, second], ours: [other, first], theirs: [other] }
    expect(merged('CustomLabels', versions)).toEqual({ conflicts: [], lines: [other] })
  })

  test('keeps what both sides added under it apart', () => {
    const [one, two] = [types('A'), types('B')]
    const [mine, theirs] = [types('C', 'D'), types('D', 'E')]
    const versions = { base: [one, two], ours: [one, two, mine], theirs: [one, two, theirs] }
    expect(merged('Package', versions).lines.toSorted()).toEqual([one, two, mine, theirs])
  })
})

test.each([
  ['one value', ['a'], ['b'], ['c']],
  ['all values, each side for others', ['a', 'b'], ['x', 'y'], ['y', 'z']],
])('where entries are nothing but their key and both sides exchanged %s, a person decides', (_, ...names) => {
  const [base, ours, theirs] = names.map((list) => [alert(...list)])
  const versions = { base: base ?? [], ours: ours ?? [], theirs: theirs ?? [] }
  expect(merged('Workflow', versions).conflicts).toEqual(['changedByBoth /Workflow/alerts[X]/recipients'])
})

test('a value that one side took away and the other exchanged is a conflict', () => {
  const role = '<roleAndSubordinates>A</roleAndSubordinates>'
  const versions = {
    base: shared(role),
    ours: shared(role.replace('>A<', '>B<')),
    theirs: shared('<role>B</role>'),
  }
  const wanted = ['deletedAndChanged /SharingRules/sharingCriteriaRules[X]/sharedTo/roleAndSubordinates']
  expect(merged('SharingRules', versions).conflicts).toEqual(wanted)
})

test('values are added and removed one by one where one of them stays', () => {
  const versions = { base: [alert('a', 'b')], ours: [alert('a', 'x')], theirs: [alert('a', 'y')] }
  expect(merged('Workflow', versions)).toEqual({ conflicts: [], lines: [alert('a', 'x', 'y')] })
})

test('where entries have no key and their order means something, one side moves and the other changes: a conflict', () => {
  const versions = { base: [rule('a', 'b')], ours: [rule('b', 'a')], theirs: [rule('a', 'c')] }
  const wanted = ['changedByBoth /AssignmentRules/assignmentRule[X]/ruleEntry']
  expect(merged('AssignmentRules', versions).conflicts).toEqual(wanted)
})

test.each([
  ['at the end', ['a', 'x'], ['a', 'x', 'n'], ['a', 'p', 'q'], ['a', 'p', 'q', 'n']],
  ['between others', ['a', 'x', 'z'], ['a', 'x', 'n', 'z'], ['a', 'p', 'z'], ['a', 'p', 'n', 'z']],
])('what replaces an entry comes before what the other side added behind that entry: %s', (_, ...names) => {
  const [base, adding, replacing, both] = names.map((list) => list.map(value))
  const versions = { base: base ?? [], ours: adding ?? [], theirs: replacing ?? [] }
  expect(merged('GlobalValueSet', versions)).toEqual({ conflicts: [], lines: both })
  expect(
    merged('GlobalValueSet', { ...versions, ours: versions.theirs, theirs: versions.ours }).lines,
  ).toEqual(both)
})

test('where the order decides what happens, the same addition at two places is a conflict', () => {
  const versions = {
    base: decision('a', 'b'),
    ours: decision('x', 'a', 'b'),
    theirs: decision('a', 'b', 'x'),
  }
  expect(merged('Flow', versions).conflicts).toEqual(['movedByBoth /Flow/decisions[D]/rules'])
})

test.each([
  ['moved elsewhere', ['d', 'k', 'x']],
  ['took away', ['d', 'x']],
])(
  'an entry without a key that one side moved and the other %s stands nowhere without asking',
  (_, names) => {
    const versions = { base: [rule('k', 'd', 'x')], ours: [rule('d', 'x', 'k')], theirs: [rule(...names)] }
    const wanted = ['changedByBoth /AssignmentRules/assignmentRule[X]/ruleEntry']
    expect(merged('AssignmentRules', versions).conflicts).toEqual(wanted)
    const { base, ours, theirs } = versions
    expect(merged('AssignmentRules', { base, ours: theirs, theirs: ours }).conflicts).toEqual(wanted)
  },
)

test('entries without a key that each side brought where there was none are not poured together', () => {
  const { conflicts } = merged('AssignmentRules', { base: [rule()], ours: [rule('a')], theirs: [rule('b')] })
  expect(conflicts).toEqual(['addedByBoth /AssignmentRules/assignmentRule[X]/ruleEntry'])
  const more = { base: [rule()], ours: [rule('a')], theirs: [rule('a', 'b')] }
  expect(merged('AssignmentRules', more)).toEqual({ conflicts: [], lines: [rule('a', 'b')] })
})

test('a dashboard component is told by what it shows, wherever others moved it', () => {
  const versions = {
    base: grid(component(0, 'A', 'x'), component(2, 'B', 'x')),
    ours: grid(component(0, 'A', 'y'), component(2, 'B', 'x')),
    theirs: grid(component(0, 'N', 'x'), component(2, 'A', 'x'), component(4, 'B', 'x')),
  }
  const lines = grid(component(0, 'N', 'x'), component(2, 'A', 'y'), component(4, 'B', 'x'))
  expect(merged('Dashboard', versions)).toEqual({ conflicts: [], lines })
})

test('what one side appends stays behind everything, wherever the other side moved the last entry to', () => {
  const [a, b, c, added] = [value('A'), value('B'), value('C'), value('N')]
  const versions = { base: [a, b, c], ours: [c, a, b], theirs: [a, b, c, added] }
  expect(merged('GlobalValueSet', versions)).toEqual({ conflicts: [], lines: [c, a, b, added] })
})

test('entries of a list that stand apart are one list', () => {
  const versions = {
    base: [first, '<x>1</x>', other],
    ours: [first, '<x>2</x>', other],
    theirs: [second, '<x>1</x>', other],
  }
  const { conflicts, lines } = merged('CustomLabels', versions)
  expect([conflicts, lines.toSorted()]).toEqual([[], [other, second, '<x>2</x>'].toSorted()])
})

test('text that stands between elements is kept, and changes of it are changes', () => {
  const versions = {
    base: ['<label>x</label>'],
    ours: ['<label>y</label>'],
    theirs: ['left', '<label>x</label>'],
  }
  expect(merged('Thing', versions)).toEqual({ conflicts: [], lines: ['left', '<label>y</label>'] })
})
