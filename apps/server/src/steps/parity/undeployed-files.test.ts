import { unpackaged } from '@sluice/metadata/component'
import { expect, test } from 'vitest'
import { overlayFilesOf } from './undeployed-files.ts'

const path = 'unpackaged/objects/Car__c.object'
const field = {
  packageName: unpackaged,
  componentType: 'CustomField',
  componentName: 'Car__c.A__c',
  baselineCommitHash: 'earlier',
}

/** The object as the org should have it, from its texts at the parity commit and when the org had the field last. */
async function overlay(parity: string, baseline: string) {
  const contents = new Map(Object.entries({ parity, baseline }))
  const files = await overlayFilesOf([field], {
    parityFiles: new Map([[path, 'parity']]),
    filesAt: () => Promise.resolve(new Map([[path, 'baseline']])),
    read: (hash) => Promise.resolve(Buffer.from(contents.get(hash) ?? '')),
    orgPaths: [],
  })
  const file = files.get(path)
  return { baseline: Buffer.from(file?.baseline ?? []).toString('utf8'), nested: file?.nested }
}

const object = (type: string): string =>
  `<CustomObject><fields><fullName>A__c</fullName><type>${type}</type></fields></CustomObject>`

test('an undeployed field is as it was, in the object as it is', async () => {
  expect(await overlay(object('new'), object('old'))).toEqual({ baseline: object('old'), nested: [field] })
})

test('an object that cannot be read counts as one piece', async () => {
  const torn = '<CustomObject><<<<<<< ours'
  expect(await overlay(torn, object('old'))).toEqual({ baseline: object('old'), nested: null })
  expect(await overlay(object('new'), torn)).toEqual({ baseline: torn, nested: null })
})
