import { describe, expect, test } from 'vitest'
import { groupByAuthor, withoutSandboxSuffix } from './author-groups.ts'

const at = (day: number) => new Date(Date.UTC(2026, 0, day))
const by = (userId: string, day: number) => ({ userId, name: `User ${userId}`, date: at(day) })
const known = {
  emails: new Map([['u1', 'one@example.com.invalid']]),
  unknownAuthor: { name: 'Unknown author', email: 'unknown@sluice.invalid' },
  unknownDate: at(28),
}

describe('groupByAuthor', () => {
  test('makes one group per user, the latest worker last and the unknown after all', () => {
    const groups = groupByAuthor(
      [
        { path: 'gone', modifier: null },
        { path: 'b', modifier: by('u2', 3) },
        { path: 'a', modifier: by('u1', 5) },
        { path: 'c', modifier: by('u1', 1) },
      ],
      known,
    )
    expect(groups.map((group) => [group.userId, group.changes.map((change) => change.path)])).toEqual([
      ['u2', ['b']],
      ['u1', ['a', 'c']],
      [null, ['gone']],
    ])
  })

  test('dates a commit with the newest change of its author', () => {
    const [group] = groupByAuthor(
      [
        { path: 'a', modifier: by('u1', 5) },
        { path: 'c', modifier: by('u1', 1) },
      ],
      known,
    )
    expect(group?.author).toEqual({ name: 'User u1', email: 'one@example.com', date: at(5) })
  })

  test('attributes changes without a modifier to the unknown author', () => {
    const [group] = groupByAuthor([{ path: 'gone', modifier: null }], known)
    expect(group?.author).toEqual({ name: 'Unknown author', email: 'unknown@sluice.invalid', date: at(28) })
  })

  test('the suffix that sandboxes add to addresses is dropped', () => {
    expect(withoutSandboxSuffix('mia@example.com.INVALID')).toBe('mia@example.com')
  })
})
