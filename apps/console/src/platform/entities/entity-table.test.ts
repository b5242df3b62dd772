import { expect, test } from 'vitest'
import { EntityTable } from './entity-table.ts'

interface Job {
  id: string
  title: string
}

function tableWith(...rows: Job[]) {
  const table = new EntityTable<Job>()
  table.apply(rows)
  return table
}

test('a row is told of its own change only', () => {
  const table = tableWith({ id: 'a', title: 'A' }, { id: 'b', title: 'B' })
  const told: string[] = []
  table.subscribeTo('a', () => told.push('a'))
  table.subscribeTo('b', () => told.push('b'))
  table.apply([{ id: 'b', title: 'B2' }])
  expect(told).toEqual(['b'])
})

test('a list is told once of a change of many rows', () => {
  const table = tableWith()
  let calls = 0
  table.subscribe(() => calls++)
  table.apply(
    [
      { id: 'a', title: 'A' },
      { id: 'b', title: 'B' },
    ],
    ['c'],
  )
  expect(calls).toBe(1)
})

test('a change of no rows notifies no listener', () => {
  const table = tableWith({ id: 'a', title: 'A' })
  const { version } = table
  let calls = 0
  table.subscribe(() => calls++)
  table.apply([])
  expect([calls, table.version]).toEqual([0, version])
})

test('clearing notifies listeners of the removed rows', () => {
  const table = tableWith({ id: 'a', title: 'A' })
  let isTold = false
  table.subscribeTo('a', () => (isTold = true))
  table.clear()
  expect([isTold, table.rows.size]).toEqual([true, 0])
})

test('a listener that was removed is not called', () => {
  const table = tableWith()
  let calls = 0
  table.subscribeTo('a', () => calls++)()
  table.apply([{ id: 'a', title: 'A' }])
  expect(calls).toBe(0)
})
