import { expect, test } from 'vitest'
import { type InlineEditEvent, type InlineEditState, nextInlineEditState } from './inline-edit.tsx'

const run = (...events: InlineEditEvent[]) =>
  events.reduce<InlineEditState>(nextInlineEditState, { kind: 'view' })

const opened: InlineEditEvent = { kind: 'opened', value: 'Old' }
const typed: InlineEditEvent = { kind: 'typed', draft: 'New' }

test('[W-191][W-192] it goes from view to edit to committing and back to view on success', () => {
  const states = [
    run(opened),
    run(opened, { kind: 'committed' }),
    run(opened, { kind: 'committed' }, { kind: 'saved' }),
  ]
  expect(states.map((state) => state.kind)).toEqual(['edit', 'committing', 'view'])
})

test('[W-193] on an error the input stays with what was typed and the message', () => {
  const state = run(opened, typed, { kind: 'committed' }, { kind: 'failed', error: 'In use' })
  expect(state).toEqual({ kind: 'edit', draft: 'New', error: 'In use' })
})

test('Escape leaves the edit, but not a save under way', () => {
  const states = [
    run(opened, { kind: 'cancelled' }),
    run(opened, { kind: 'committed' }, { kind: 'cancelled' }),
  ]
  expect(states.map((state) => state.kind)).toEqual(['view', 'committing'])
})

test('after a save without an answer the input can be edited again', () => {
  expect(run(opened, typed, { kind: 'committed' }, { kind: 'timedOut' })).toEqual({
    kind: 'edit',
    draft: 'New',
    error: null,
  })
})
