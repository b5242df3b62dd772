import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sized } from '../sized.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://soap.sforce.com/2006/04/metadata"'

/** How many of each there are: 20,000 components in all, nested ones included. */
const usualCounts = {
  objects: 200,
  fieldsOfEach: 30,
  classes: 5_000,
  triggers: 500,
  flows: 1_000,
  layouts: 800,
  components: 1_500,
  records: 2_000,
  labels: 2_999,
}
const tinyCounts = {
  objects: 2,
  fieldsOfEach: 3,
  classes: 5,
  triggers: 2,
  flows: 2,
  layouts: 2,
  components: 2,
  records: 2,
  labels: 2,
}
const counts = sized(usualCounts, tinyCounts)
export const generatedComponents = sized(20_000, 25)

type File = readonly [path: string, content: string]

/** Writes the generated org in metadata format: about 19,500 files, 40 MB. */
export async function writeGenerated(folder: string): Promise<void> {
  const made = new Set<string>()
  for (const [path, content] of files()) {
    const target = join(folder, path)
    if (!made.has(dirname(target))) await mkdir(dirname(target), { recursive: true })
    made.add(dirname(target))
    await writeFile(target, content)
  }
}

function* files(): Generator<File> {
  for (const index of upTo(counts.objects)) yield objectFile(index)
  for (const index of upTo(counts.classes)) yield* classFiles(index)
  for (const index of upTo(counts.triggers)) yield* triggerFiles(index)
  for (const index of upTo(counts.flows)) yield flowFile(index)
  for (const index of upTo(counts.layouts)) yield layoutFile(index)
  for (const index of upTo(counts.components)) yield* bundleFiles(index)
  for (const index of upTo(counts.records)) yield recordFile(index)
  yield labelsFile()
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const numbered = (name: string, index: number): string => `${name}${String(index).padStart(4, '0')}`
const xml = (root: string, body: string): string => `${head}<${root} ${namespace}>\n${body}</${root}>\n`

function objectFile(index: number): File {
  const field = (number: number): string =>
    `    <fields>\n        <fullName>${numbered('Field', number)}__c</fullName>\n        <externalId>false</externalId>\n        <label>Field ${number} of object ${index}</label>\n        <length>80</length>\n        <required>false</required>\n        <trackHistory>false</trackHistory>\n        <type>Text</type>\n        <unique>false</unique>\n    </fields>\n`
  const body = `${upTo(counts.fieldsOfEach).map(field).join('')}    <label>Object ${index}</label>\n    <sharingModel>ReadWrite</sharingModel>\n`
  return [`objects/${numbered('Object', index)}__c.object`, xml('CustomObject', body)]
}

function* classFiles(index: number): Generator<File> {
  const name = numbered('Service', index)
  const method = (number: number): string =>
    `    public static Integer step${number}(Integer amount) {\n        Integer result = amount * ${number + index};\n        if (result > 1000) {\n            return result - 1000;\n        }\n        return result;\n    }\n`
  const path = `classes/${name}.cls`
  yield [path, `public with sharing class ${name} {\n${upTo(12).map(method).join('')}}\n`]
  yield [`${path}-meta.xml`, xml('ApexClass', apexMeta)]
}

const apexMeta = '    <apiVersion>62.0</apiVersion>\n    <status>Active</status>\n'

function* triggerFiles(index: number): Generator<File> {
  const path = `triggers/${numbered('On', index)}.trigger`
  const object = `${numbered('Object', index % counts.objects)}__c`
  yield [
    path,
    `trigger ${numbered('On', index)} on ${object} (before insert) {\n    for (${object} record : Trigger.new) {\n        record.Name = 'Checked';\n    }\n}\n`,
  ]
  yield [`${path}-meta.xml`, xml('ApexTrigger', apexMeta)]
}

function flowFile(index: number): File {
  const node = (number: number): string =>
    `    <assignments>\n        <name>Assign_${number}</name>\n        <label>Assign ${number}</label>\n        <locationX>${number * 10}</locationX>\n        <locationY>${index}</locationY>\n        <assignmentItems>\n            <assignToReference>total</assignToReference>\n            <operator>Add</operator>\n            <value>\n                <numberValue>${number}.0</numberValue>\n            </value>\n        </assignmentItems>\n    </assignments>\n`
  const body = `    <apiVersion>62.0</apiVersion>\n${upTo(15).map(node).join('')}    <label>Flow ${index}</label>\n    <processType>AutoLaunchedFlow</processType>\n    <status>Active</status>\n`
  return [`flows/${numbered('Flow', index)}.flow`, xml('Flow', body)]
}

const item = (number: number): string =>
  `            <layoutItems>\n                <behavior>Edit</behavior>\n                <field>${numbered('Field', number)}__c</field>\n            </layoutItems>\n`

function layoutFile(index: number): File {
  const object = `${numbered('Object', index % counts.objects)}__c`
  const body = `    <layoutSections>\n        <customLabel>true</customLabel>\n        <label>Section</label>\n        <layoutColumns>\n${upTo(counts.fieldsOfEach).map(item).join('')}        </layoutColumns>\n        <style>OneColumn</style>\n    </layoutSections>\n`
  return [`layouts/${object}-${numbered('Layout', index)}.layout`, xml('Layout', body)]
}

const handler = (number: number): string =>
  `    handle${number}() {\n        this.count = ${number};\n    }\n`

function* bundleFiles(index: number): Generator<File> {
  const name = numbered('panel', index)
  const folder = `lwc/${name}/${name}`
  yield [`${folder}.html`, `<template>\n    <p>{count}</p>\n</template>\n`]
  yield [
    `${folder}.js`,
    `import { LightningElement } from 'lwc';\nexport default class Panel extends LightningElement {\n    count = 0;\n${upTo(10).map(handler).join('')}}\n`,
  ]
  yield [
    `${folder}.js-meta.xml`,
    xml('LightningComponentBundle', '    <apiVersion>62.0</apiVersion>\n    <isExposed>false</isExposed>\n'),
  ]
}

function recordFile(index: number): File {
  const body = `    <label>Rule ${index}</label>\n    <protected>false</protected>\n`
  return [`customMetadata/Rule.${numbered('Rule', index)}.md`, xml('CustomMetadata', body)]
}

const label = (index: number): string =>
  `    <labels>\n        <fullName>${numbered('Label', index)}</fullName>\n        <language>en_US</language>\n        <protected>false</protected>\n        <shortDescription>Label ${index}</shortDescription>\n        <value>Text number ${index}</value>\n    </labels>\n`

function labelsFile(): File {
  return ['labels/CustomLabels.labels', xml('CustomLabels', upTo(counts.labels).map(label).join(''))]
}
