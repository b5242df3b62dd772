import { describe, expect, test } from 'vitest'
import { testMasterKey } from '../testing/test-constants.ts'
import { newId } from './ids.ts'
import { type SecretPlace, SecretError, createSecrets } from './secrets.ts'

const secrets = createSecrets(testMasterKey)
const place: SecretPlace = { table: 'stack', column: 'git_password_sealed', rowId: newId() }
const newKey = (ownerId = newId()) => ({ ownerId, wrapped: secrets.newDataKey(ownerId) })

describe('a sealed value', () => {
  test('opens at its own place with its own key', () => {
    const key = newKey()
    expect(secrets.open(key, place, secrets.seal(key, place, 'pässword'))).toBe('pässword')
  })

  test('differs each time although the value is the same', () => {
    const key = newKey()
    expect(secrets.seal(key, place, 'x')).not.toBe(secrets.seal(key, place, 'x'))
  })

  test.each([
    ['table', { ...place, table: 'environment' }],
    ['column', { ...place, column: 'sfdc_password_sealed' }],
    ['row', { ...place, rowId: newId() }],
  ])('does not open in another %s', (_, elsewhere) => {
    const key = newKey()
    const envelope = secrets.seal(key, place, 'x')
    expect(() => secrets.open(key, elsewhere, envelope)).toThrow(SecretError)
  })

  test("does not open with another stack's key, nor with that key under a false owner", () => {
    const mine = newKey()
    const theirs = newKey()
    const envelope = secrets.seal(mine, place, 'x')
    expect(() => secrets.open(theirs, place, envelope)).toThrow(SecretError)
    expect(() => secrets.open({ ...mine, ownerId: theirs.ownerId }, place, envelope)).toThrow(SecretError)
  })

  test('does not open when any byte was changed', () => {
    const key = newKey()
    const envelope = secrets.seal(key, place, 'x')
    for (let at = 0; at < envelope.length; at++) {
      const changed = envelope.slice(0, at) + (envelope[at] === 'A' ? 'B' : 'A') + envelope.slice(at + 1)
      // The last characters of base64 may stand for the same bytes.
      if (
        Buffer.from(changed.split(':')[2] ?? '', 'base64url').equals(
          Buffer.from(envelope.split(':')[2] ?? '', 'base64url'),
        ) &&
        at > 20
      )
        continue
      expect(() => secrets.open(key, place, changed), `byte ${at}`).toThrow(SecretError)
    }
  })

  test('does not open with another master key', () => {
    const key = newKey()
    const envelope = secrets.seal(key, place, 'x')
    const other = createSecrets(Buffer.from(testMasterKey.toReversed()))
    expect(() => other.open(key, place, envelope)).toThrow(SecretError)
    expect(() => other.openForServer(place, secrets.sealForServer(place, 'x'))).toThrow(SecretError)
  })
})

test('a derived key is the same for its purpose and another for another', () => {
  expect(secrets.deriveKey('a')).toEqual(createSecrets(testMasterKey).deriveKey('a'))
  expect(secrets.deriveKey('a')).not.toEqual(secrets.deriveKey('b'))
})
