import { describe, expect, test } from 'vitest'
import { diagnose, errorRules } from './diagnose.ts'
import { examples } from './testing/examples.ts'

const all = Object.entries(examples).flatMap(([id, messages]) => messages.map((message) => ({ id, message })))

describe('the rule book', () => {
  test('has at least 80 rules with names of their own, and an example of each', () => {
    const ids = errorRules.map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(80)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(examples).toSorted()).toEqual(ids.toSorted())
    expect(all.filter(({ message }) => message === '')).toEqual([])
  })

  test.for(all)('$id is what is said about: $message', ({ id, message }) => {
    expect(diagnose(message).ruleId).toBe(id)
  })

  test('fills every place of its texts from the message', () => {
    const texts = all.flatMap(({ message }) => {
      const { title, meaning, wayOut } = diagnose(message, 'Rental__c-Desk')
      return [title, meaning ?? '', wayOut ?? ''].map((text) => `${text} (${message})`)
    })
    expect(texts.filter((text) => /[{}?]|\bundefined\b/.test(text.split(' (')[0] ?? ''))).toEqual([])
  })

  // A pattern that is too wide would take messages of other rules when the order of the rules changes.
  test('has patterns that match few examples of other rules', () => {
    const general = new Set(['missing-component', 'missing-object', 'missing-field', 'missing-record-type'])
    const overlaps = errorRules
      .filter(({ id }) => !general.has(id))
      .flatMap((rule) =>
        all
          .filter(({ id, message }) => id !== rule.id && rule.pattern.test(message))
          .map(({ id }) => `${rule.id} ~ ${id}`),
      )
    expect([...new Set(overlaps)].toSorted()).toEqual([
      'apex-dependent-class ~ apex-missing-type',
      'apex-dependent-class ~ apex-not-writeable',
      'apex-syntax ~ web-component-compile',
      'field-type-change ~ field-lookup-to-master-check-only',
      'file-not-xml ~ file-unknown-element',
      'missing-related-list ~ account-teams-off',
      'missing-related-list-field ~ contacts-to-multiple-accounts-off',
      'missing-related-list-field ~ opportunity-splits-off',
      'test-null ~ test-trigger-failed',
    ])
  })
})

describe('a message', () => {
  test.for([
    'Something that nobody has seen before.',
    'The custom field Region is fine.',
    'no idea what is named here',
    'The flow is active.',
    'Token accepted',
    'Parent account is inactive',
    'reached the office',
  ])('that no rule knows is shown whole: %s', (message) => {
    expect(diagnose(message)).toEqual({
      ruleId: null,
      title: message,
      meaning: null,
      wayOut: null,
      missing: null,
    })
  })

  test('names what is missing', () => {
    expect(diagnose('In field: field - no CustomField named Rental__c.Region__c found')).toMatchObject({
      title: 'The field Rental__c.Region__c is missing',
      missing: 'CustomField Rental__c.Region__c',
    })
  })

  test('about a class that another one breaks is read to its end', () => {
    const tail = 'Class RentalService : line 3, column 7 Some new mistake'
    expect(diagnose(`Dependent class is invalid and needs recompilation:\n ${tail}`).title).toBe(
      'Some new mistake',
    )
  })

  test('is matched by its first 2,000 characters only, because patterns are slow on long texts', () => {
    const fault = 'no CustomField named Rental__c.Region__c found'
    const missingBehind = (length: number) => diagnose(`${'x'.repeat(length)} ${fault}`).missing
    expect(missingBehind(1_900)).toBe('CustomField Rental__c.Region__c')
    expect(missingBehind(2_000)).toBeNull()
    const chain = 'Dependent class is invalid and needs recompilation:'
    expect(diagnose(`${chain} ${'x'.repeat(3_000)}`).title).toBe('x'.repeat(2_000))
  })
})
