import { Workflow } from 'lucide-react'
import { expect, test } from 'vitest'
import { type Command, findCommands } from './command.ts'

const command = (group: string, label: string, detail?: string): Command => ({
  id: `${group} ${label}`,
  group,
  label,
  icon: Workflow,
  run: () => undefined,
  ...(detail === undefined ? {} : { detail }),
})

const commands = [
  command('Pages', 'Jobs'),
  command('Environments', 'Production', 'Core CRM'),
  command('Environments', 'QA', 'Core CRM'),
  command('Jobs', 'Flow out Production', 'Succeeded'),
  command('Jobs', 'Flow in QA', 'Failed'),
]
const labels = (query: string) =>
  findCommands(commands, query).flatMap(({ value, items }) => items.map(({ label }) => `${value}: ${label}`))

test('without a query every command is offered in its order', () =>
  expect(labels('')).toEqual([
    'Pages: Jobs',
    'Environments: Production',
    'Environments: QA',
    'Jobs: Flow out Production',
    'Jobs: Flow in QA',
  ]))

test('a label that begins with the query comes before one that holds it', () =>
  expect(labels('PROD')).toEqual(['Environments: Production', 'Jobs: Flow out Production']))

test('every word must be found, in the label or behind it', () => {
  expect(labels('flow failed')).toEqual(['Jobs: Flow in QA'])
  expect(labels('qa crm')).toEqual(['Environments: QA'])
  expect(labels('flow nowhere')).toEqual([])
})

test('one group does not crowd out the others', () => {
  const many = Array.from({ length: 50 }, (_, index) => command('Jobs', `Flow ${index}`))
  expect(findCommands([...many, command('Pages', 'Flow')], 'flow').map(({ items }) => items.length)).toEqual([
    1, 12,
  ])
})
