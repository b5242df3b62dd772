import { expect, test } from 'vitest'

import { readManifest, writeDestructiveManifest, writeManifest } from './manifest.ts'
import { bytes, component, text } from './testing/text.ts'

test('a manifest names types and members sorted, each once, folders under what lives in them', () => {
  const components = [
    component('Report', 'F/B'),
    component('ApexClass', 'Z&A'),
    component('ReportFolder', 'F'),
    component('Report', 'F/B'),
  ]
  expect(text(writeManifest(components, '62.0'))).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<Package xmlns="http://soap.sforce.com/2006/04/metadata">
    <types>
        <members>Z&amp;A</members>
        <name>ApexClass</name>
    </types>
    <types>
        <members>F</members>
        <members>F/B</members>
        <name>Report</name>
    </types>
    <version>62.0</version>
</Package>
`)
})

test('a manifest of deletions has no version', () => {
  expect(text(writeDestructiveManifest([component('ApexClass', 'A')]))).not.toContain('version>')
})

test('what was written is read', () => {
  const manifest = readManifest(
    writeManifest([component('ApexClass', 'A'), component('Layout', "B-B's")], '61.0'),
  )
  expect(manifest).toEqual({
    apiVersion: '61.0',
    members: [
      { type: 'ApexClass', fullName: 'A' },
      { type: 'Layout', fullName: "B-B's" },
    ],
  })
})

test('a type that stands twice loses nothing', () => {
  const source =
    '<Package><types><members>A</members><name>X</name></types><types><members>B</members><name>X</name></types></Package>'
  expect(readManifest(bytes(source)).members.map(({ fullName }) => fullName)).toEqual(['A', 'B'])
})
