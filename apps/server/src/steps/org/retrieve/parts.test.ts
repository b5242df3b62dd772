import { expect, test } from 'vitest'
import { retrieveWorld } from '../../../commands/testing/retrieve-world.ts'
import { alpha, beta, car, customObject } from '../../../commands/testing/sample-metadata.ts'
import { salesProfile } from '../../../commands/testing/sample-profile.ts'

const world = retrieveWorld()

test('an org retrieved in many small parts has the same bytes as retrieved at once', async () => {
  const { org, connection } = await world.connect()
  const profile = salesProfile({
    classes: ['Alpha', 'Beta'],
    fields: ['Bike__c.Gears__c', 'Car__c.Color__c', 'Car__c.Doors__c'],
  })
  const bike = customObject('Bike__c').edit({ Gears__c: 2 })
  const edits = [alpha.edit(), beta.edit(), car.edit({ Color__c: 20, Doors__c: 2 }), bike, profile.edit]
  for (const edit of edits) await org.edit(edit)
  const members = await world.members(connection)
  const whole = await world.retrieve(connection, members, {})
  const parts = await world.retrieve(connection, members, { minBatch: 1, maxBatch: 1, maxTogether: 2 })
  expect([whole.batches, parts.batches]).toEqual([1, 4])
  expect(parts.texts).toEqual(whole.texts)
  expect(parts.texts[`unpackaged/${profile.path}`]).toBe(profile.text)
})
