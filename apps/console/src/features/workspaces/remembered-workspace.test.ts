import { expect, test } from 'vitest'
import { startingWorkspace } from './remembered-workspace.ts'

const list = [{ id: 'a' }, { id: 'b' }]

test('the remembered workspace opens', () => expect(startingWorkspace(list, 'b')?.id).toBe('b'))
test('[W-053] without a remembered one the first opens', () =>
  expect(startingWorkspace(list, null)?.id).toBe('a'))
test('a remembered workspace that is gone counts for nothing', () => {
  expect(startingWorkspace(list, 'gone')?.id).toBe('a')
})
test('without any workspace there is none to open', () => expect(startingWorkspace([], 'a')).toBeNull())
