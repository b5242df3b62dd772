import { unpackaged } from '@sluice/metadata/component'
import { expect, test } from 'vitest'
import type { PreviewedChange } from '../../differences/previewed-changes.ts'
import { otherThanShown } from './changed-since-preview.ts'

const shown = (componentName: string, more: Partial<PreviewedChange> = {}): PreviewedChange => ({
  componentType: 'ApexClass',
  componentName,
  outbound: 'Modified',
  inbound: null,
  ...more,
})
const made = (componentName: string, changeType: 'Added' | 'Modified' | 'Deleted' = 'Modified') => ({
  identity: { packageName: unpackaged, componentType: 'ApexClass', componentName },
  changeType,
})
const listed = (componentName: string, changeType: string) => ({
  packageName: unpackaged,
  componentType: 'ApexClass',
  componentName,
  changeType,
})

test('a job is compared with one side of its preview', () => {
  const preview = [
    shown('Same'),
    shown('Gone'),
    shown('Other'),
    shown('InOrg', { outbound: null, inbound: 'Added' }),
  ]
  const changes = [made('Same'), made('Other', 'Deleted'), made('New', 'Added')]
  expect(otherThanShown({ preview, side: 'outbound' }, changes)).toEqual({
    added: [listed('New', 'Added')],
    gone: [listed('Gone', 'Modified')],
    different: [listed('Other', 'Deleted')],
  })
})

test('a component whose conflict people resolve is not compared with the preview', () => {
  const undecided = { isUndecided: true }
  const preview = [
    shown('Kept', undecided),
    shown('Merged', undecided),
    shown('Taken', { ...undecided, outbound: null }),
  ]
  const changes = [made('Merged', 'Deleted'), made('Taken')]
  const nothing = { added: [], gone: [], different: [] }
  expect(otherThanShown({ preview, side: 'outbound' }, changes)).toEqual(nothing)
})
