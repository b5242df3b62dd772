import { describe, expect, test } from 'vitest'
import { flowInMessage } from './commit-message.ts'
import type { MessageChange } from './commit-subject.ts'

const given = { custom: null, environment: { name: 'QA', slug: 'qa' }, jobId: 'job-1' }
const change = (
  changeType: MessageChange['changeType'],
  componentType: string,
  componentName: string,
): MessageChange => ({ changeType, componentType, componentName })
const many = (count: number, componentType: string, changeType: MessageChange['changeType'] = 'Modified') =>
  Array.from({ length: count }, (_, index) => change(changeType, componentType, `Name${index}`))
const subjectOf = (changes: readonly MessageChange[]) => flowInMessage({ ...given, changes }).split('\n')[0]

describe('flowInMessage', () => {
  test('[J-019] without a given message the subject says what changed, and the body lists every component by its type', () => {
    const changes = [
      change('Modified', 'Layout', 'Account-Short'),
      change('Deleted', 'ApexClass', 'Beta'),
      change('Added', 'ApexClass', 'Alpha'),
    ]
    expect(flowInMessage({ ...given, changes })).toBe(
      [
        'Add ApexClass Alpha; change Layout Account-Short; delete ApexClass Beta',
        '',
        'ApexClass',
        '+ Alpha',
        '- Beta',
        'Layout',
        '~ Account-Short',
        '',
        'Environment: qa',
        'Job: job-1',
      ].join('\n'),
    )
  })

  test.each([
    [
      [change('Modified', 'ValidationRule', 'Installation__c.No_Schedule_On_Credit_Hold')],
      'Change ValidationRule Installation__c.No_Schedule_On_Credit_Hold',
    ],
    [
      [...many(3, 'ApexClass'), ...many(5, 'CustomField', 'Added'), ...many(4, 'Layout', 'Deleted')],
      'Change 12 components: 5 CustomField, 4 Layout, 3 ApexClass',
    ],
    [many(4, 'ApexClass', 'Added'), 'Add 4 components: 4 ApexClass'],
    [[change('Deleted', 'Layout', 'x'.repeat(80))], 'Delete 1 component: 1 Layout'],
    [
      ['ApexClass', 'ApexPage', 'ApexTrigger', 'CustomField', 'Layout', 'Profile'].flatMap((type) =>
        many(2, type),
      ),
      'Change 12 components: 2 ApexClass, 2 ApexPage, 2 ApexTrigger, 6 more',
    ],
    [[change('Modified', 'x'.repeat(80), 'Alpha')], 'Change 1 component'],
    [[], 'Retrieve changes from QA'],
  ])('a subject of at most 72 characters: %#', (changes, subject) => {
    expect(subjectOf(changes)).toBe(subject)
    expect(subject.length).toBeLessThanOrEqual(72)
  })

  test('the body lists the first thousand components and counts the others', () => {
    const lines = flowInMessage({ ...given, changes: many(1_234, 'ApexClass') }).split('\n')
    expect(lines.filter((line) => line.startsWith('~ '))).toHaveLength(1_000)
    expect(lines).toContain('and 234 more')
  })

  test("takes the user's message as it is", () => {
    const changes = many(1, 'ApexClass')
    expect(flowInMessage({ ...given, changes, custom: 'Nightly' })).toBe('Nightly')
  })

  test('a name with a line break cannot forge a trailer', () => {
    const environment = { name: 'QA\nJob: other', slug: 'qa' }
    for (const changes of [[], [change('Added', 'Layout\nJob: other', 'A\nJob: other')]])
      expect(flowInMessage({ ...given, environment, changes })).not.toContain('\nJob: other')
  })
})
