import { expect, test } from 'vitest'
import { slugField } from './fields.ts'
import { slugFromName } from './slug-from-name.ts'

test.for([
  ['Core CRM', 'core-crm'],
  ['  Ærø & Sønner – 2026! ', 'aero-sonner-2026'],
  ['Déjà vu', 'deja-vu'],
  ['Straßenlaternen Köln', 'strassenlaternen-koln'],
  ['Łódź', 'lodz'],
  ['照明', ''],
] as const)('the name %j suggests the slug %j', ([name, slug]) => expect(slugFromName(name)).toBe(slug))

test('a long name gives a valid slug with room for a number', () => {
  const slug = slugFromName(`${'a'.repeat(119)} ${'b'.repeat(100)}`)
  expect(slug).toBe('a'.repeat(119))
  expect(slugField.parse(slug)).toBe(slug)
})
