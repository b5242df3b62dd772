import { expect, test } from 'vitest'
import { type KeyPress, meaningOfKey } from './read-key.ts'

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isTyping: false,
  at: 10_000,
  ...changes,
})
const usual = { prefixAt: null, isApple: false, areSingleKeysOn: true }

test.for([
  ['?', 'help'],
  ['/', 'filter'],
  ['g', 'prefix'],
] as const)('%s means %s', ([key, kind]) => expect(meaningOfKey(press(key), usual)).toEqual({ kind }))

test('a letter soon after g says where to go', () => {
  expect(meaningOfKey(press('j'), { ...usual, prefixAt: 8500 })).toEqual({ kind: 'go', letter: 'j' })
  expect(meaningOfKey(press('j'), { ...usual, prefixAt: 8499 })).toBeNull()
})

test('Ctrl+K opens the palette, also while somebody types and with single keys off', () => {
  const settings = { ...usual, areSingleKeysOn: false }
  expect(meaningOfKey(press('K', { ctrlKey: true, isTyping: true }), settings)).toEqual({ kind: 'palette' })
})

test('on a Mac it is Command+K, and Ctrl+K stays what the system makes of it', () => {
  const mac = { ...usual, isApple: true }
  expect(meaningOfKey(press('k', { metaKey: true }), mac)).toEqual({ kind: 'palette' })
  expect(meaningOfKey(press('k', { ctrlKey: true }), mac)).toBeNull()
})

test.for([{ isTyping: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }])(
  'single keys mean nothing with %o',
  (changes) => expect(meaningOfKey(press('?', changes), usual)).toBeNull(),
)

test('single keys can be switched off', () =>
  expect(meaningOfKey(press('g'), { ...usual, areSingleKeysOn: false })).toBeNull())
