import { expect, test } from 'vitest'
import { conflictElementsOf } from './conflict-elements.ts'
import { conflictLinesOf } from './conflict-places.ts'
import { linesOf, resolutionsIn, withResolutions } from './earlier-resolution.ts'

const conflict = (local: string, base: string, remote: string) =>
  ['<<<<<<< local', local, '||||||| base', base, '=======', remote, '>>>>>>> remote']
    .filter((line) => line !== '')
    .join('\n')

const layout = (name: string) => `        <layout>${name}</layout>`
const crlf = (text: string) => text.replaceAll('\n', '\r\n')
const length = (value: number | string) => `        <length>${value}</length>`
const field = (name: string, inner: string) =>
  `    <fields>\n        <description>Of a car</description>\n${inner}\n        <fullName>${name}</fullName>\n    </fields>`
const object = (...children: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<CustomObject xmlns="urn:x">\n${children.join('\n')}\n</CustomObject>\n`

const two = object(
  field('Color__c', conflict(length(1), length(2), length(3))),
  field('Doors__c', conflict(length(1), length(2), length(3))),
)
const names = (text: string) => conflictElementsOf(linesOf(text)).map(({ name }) => name)

test('a conflict is named by the elements around it, also where their keys come behind it', () => {
  expect(names(two)).toEqual(['fields Color__c, length', 'fields Doors__c, length'])
})

test.each([
  ['a whole element', field('New__c', length(5)), 'fields New__c'],
  [
    'elements one after the other',
    [field('New__c', length(5)), field('Old__c', length(5))].join('\n'),
    'fields New__c and 1 more',
  ],
  ['an element without content', '    <enableFeeds/>', 'enableFeeds'],
])('a conflict of %s is named by it', (_what, local, name) => {
  expect(names(object(conflict(local, '', '')))).toEqual([name])
})

test('of several children that tell elements apart the most telling names them, wherever it stands', () => {
  const inner = conflict(layout('One'), layout('Two'), layout('Three'))
  const assignment = `    <layoutAssignments>\n${inner}\n        <recordType>Car.Red</recordType>\n    </layoutAssignments>`
  expect(names(object(assignment))).toEqual(['layoutAssignments Car.Red, layout'])
})

test('a side that has nothing is named by the other one', () => {
  expect(names(object(conflict('', length(2), field('New__c', length(5)))))).toEqual(['fields New__c'])
})

test('a text that is no metadata has lines instead of elements', () => {
  expect(conflictElementsOf(linesOf(`class A {\n${conflict('a();', 'b();', 'c();')}\n}\n`))).toMatchObject([
    { name: 'Line 2', key: null },
  ])
})

test('a marker without the others is a place without sides, and no element', () => {
  const text = `a\n>>>>>>> remote\nb\n${conflict('1', '2', '3')}`
  expect(conflictLinesOf(linesOf(text))).toEqual([
    { first: 1, last: 1, sides: null },
    { first: 3, last: 9, sides: { local: ['1'], base: ['2'], remote: ['3'] } },
  ])
  expect(names(text)).toEqual(['Line 4'])
})

const settled = object(field('Color__c', length(7)), field('Doors__c', `${length(8)}\n        <a/>`))

test('what people wrote in the place of each conflict is found, and replaces the same conflicts elsewhere', () => {
  const resolutions = resolutionsIn({ orig: two, target: settled, resolvedAs: 'Manual' })
  const elsewhere = object(
    field('Other__c', length(4)),
    field('Doors__c', conflict(length(1), length(2), length(3))),
    field('Color__c', conflict(length(1), length(2), length(30))),
  )
  expect(withResolutions(elsewhere, resolutions)).toEqual({
    text: object(
      field('Other__c', length(4)),
      field('Doors__c', `${length(8)}\n        <a/>`),
      field('Color__c', conflict(length(1), length(2), length(30))),
    ),
    count: 2,
    left: 1,
  })
})

test.each([
  ['TakeLocal', 1],
  ['PreferLocal', 1],
  ['TakeRemote', 3],
  ['PreferRemote', 3],
] as const)('%s is that side of each element', (resolvedAs, value) => {
  const resolutions = resolutionsIn({ orig: two, target: 'whatever', resolvedAs })
  expect([...resolutions.values()]).toEqual([[length(value)], [length(value)]])
})

test('an element of another name with the same sides is another conflict', () => {
  const resolutions = resolutionsIn({ orig: two, target: settled, resolvedAs: 'Manual' })
  const other = object(field('Wheels__c', conflict(length(1), length(2), length(3))))
  expect(withResolutions(other, resolutions)).toMatchObject({ text: other, left: 1 })
})

test('nothing is taken from a result of which the rest was changed too', () => {
  const target = settled.replace('Of a car', 'Of a boat')
  expect(resolutionsIn({ orig: two, target, resolvedAs: 'Manual' }).size).toBe(0)
})

test('line ends stay as they are', () => {
  const resolutions = resolutionsIn({ orig: two, target: settled, resolvedAs: 'Manual' })
  expect(withResolutions(crlf(two), resolutions).text).toBe(crlf(settled))
})
