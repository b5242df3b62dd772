import { expect, test } from 'vitest'
import { editedTags, nextTags, readNewName, type TagEvent } from './tag-editor-state.ts'

const run = (...events: TagEvent[]) => events.reduce(nextTags, editedTags([{ stage: 'test', owner: null }]))
const flagsOf = (tags: ReturnType<typeof run>, name: string) => {
  const tag = tags.find((each) => each.name === name)
  return tag && { isModified: tag.isModified, isDeleted: tag.isDeleted }
}

test('the tags of several environments are shown once, by name', () => {
  const tags = editedTags([
    { Stage: 'test', owner: 'Nora' },
    { stage: 'uat', owner: 'Nora' },
  ])
  expect(tags.map(({ name, isMixed }) => [name, isMixed])).toEqual([
    ['owner', false],
    ['Stage', true],
  ])
})

test('a tag that one environment lacks differs between them', () => {
  expect(editedTags([{ owner: 'Nora' }, {}])[0]?.isMixed).toBe(true)
})

test('a changed value is a modification, and an empty one is no value', () => {
  const tags = run({ kind: 'valueChanged', name: 'stage', value: '' })
  expect(tags.find(({ name }) => name === 'stage')).toMatchObject({ value: null, isModified: true })
  expect(flagsOf(tags, 'owner')).toEqual({ isModified: false, isDeleted: false })
})

test('after a save a deleted tag leaves the list and a modified one is so no more', () => {
  const saved = run(
    { kind: 'deleted', name: 'owner' },
    { kind: 'valueChanged', name: 'stage', value: 'uat' },
    { kind: 'saved', name: 'owner' },
    { kind: 'saved', name: 'stage' },
  )
  expect(saved.map(({ name }) => name)).toEqual(['stage'])
  expect(flagsOf(saved, 'stage')).toEqual({ isModified: false, isDeleted: false })
})

test('a deleted tag can be restored; one that was never saved leaves at once', () => {
  expect(
    flagsOf(run({ kind: 'deleted', name: 'stage' }, { kind: 'restored', name: 'stage' }), 'stage'),
  ).toEqual({
    isModified: false,
    isDeleted: false,
  })
  expect(run({ kind: 'added', name: 'new' }, { kind: 'deleted', name: 'new' })).toHaveLength(2)
})

test.each([
  [' ', 'Tag name is required'],
  ['a b', 'Tag name may contain only letters, digits, hyphens and underscores'],
  [' STAGE ', 'There is already a tag with this name'],
])('"%s" cannot be added: %s', (text, problem) => {
  expect(readNewName(text, run())).toEqual({ problem })
})

test('a new name is trimmed', () => {
  expect(readNewName('  region ', run())).toEqual({ name: 'region' })
})
