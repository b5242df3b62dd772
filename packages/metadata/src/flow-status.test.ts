import { expect, test } from 'vitest'
import { differsInStatusOnly, isActiveFlow, isFlowPath } from './flow-status.ts'
import { bytes, metadataXml } from './testing/text.ts'

const flow = (label: string, status: string) =>
  bytes(metadataXml('Flow', `<label>${label}</label>`, `<status>${status}</status>`))

test('two versions of a flow differ in their status only', () => {
  expect(differsInStatusOnly(flow('A', 'Active'), flow('A', 'Obsolete'))).toBe(true)
  expect(differsInStatusOnly(flow('A', 'Active'), bytes(metadataXml('Flow', '<label>A</label>')))).toBe(true)
})

test('or in more, or cannot be read', () => {
  expect(differsInStatusOnly(flow('A', 'Active'), flow('B', 'Active'))).toBe(false)
  expect(differsInStatusOnly(flow('A', 'Active'), bytes('<Flow>'))).toBe(false)
})

test('a flow is active by its own status, not by that of something in it', () => {
  const inside = bytes(
    metadataXml('Flow', '<screens><status>Active</status></screens>', '<status>Draft</status>'),
  )
  expect(isActiveFlow(flow('A', 'Active'))).toBe(true)
  expect(isActiveFlow(inside)).toBe(false)
  expect(isActiveFlow(bytes('<Flow>'))).toBe(false)
})

test('flows are told by their path', () => {
  expect(isFlowPath('unpackaged/flows/Remind.flow')).toBe(true)
  expect(isFlowPath('unpackaged/flowDefinitions/Remind.flowDefinition')).toBe(false)
})
