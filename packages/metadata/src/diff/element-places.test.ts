import { expect, test } from 'vitest'
import { XmlError } from '../xml/errors.ts'
import { elementPlaces } from './element-places.ts'
import { elementTitle } from './element-sentence.ts'

const places = (text: string, limit = 100) =>
  elementPlaces(new TextEncoder().encode(text), limit).map(
    ({ path, firstLine, lastLine }) => `${firstLine}-${lastLine} ${elementTitle(path)}`,
  )

test('fields of an object and the values of their picklists', () => {
  const object = `<?xml version="1.0"?>
<CustomObject>
    <fields>
        <fullName>Stage__c</fullName>
        <valueSet>
            <valueSetDefinition>
                <value>
                    <fullName>Open</fullName>
                </value>
                <value>
                    <fullName>Won</fullName>
                </value>
            </valueSetDefinition>
        </valueSet>
    </fields>
    <label>Deal</label>
</CustomObject>`
  expect(places(object)).toEqual([
    '3-15 fields Stage__c',
    '7-9 fields Stage__c, valueSet, valueSetDefinition: value Open',
    '10-12 fields Stage__c, valueSet, valueSetDefinition: value Won',
    '16-16 label',
  ])
})

test('permissions of a profile, by what they are about', () => {
  const profile = `<Profile><custom>true</custom>
<fieldPermissions><editable>true</editable><field>A.B</field></fieldPermissions>
<layoutAssignments><layout>A-X</layout><recordType>A.R</recordType></layoutAssignments>
<userPermissions><enabled>true</enabled><name>ApiEnabled</name></userPermissions></Profile>`
  expect(places(profile)).toEqual([
    '1-1 custom',
    '2-2 fieldPermissions A.B',
    '3-3 layoutAssignments A A.R',
    '4-4 userPermissions ApiEnabled',
  ])
})

test('entries without a key are counted', () => {
  const layout = `<Layout>
<layoutSections><label>One</label></layoutSections>
<layoutSections><label>Two</label></layoutSections>
</Layout>`
  expect(places(layout).length).toBe(2)
  expect(places('<Unknown>\n<x><y/></x>\n<x><y/></x>\n</Unknown>')).toEqual(['2-2 x #1', '3-3 x #2'])
})

test('lines are counted by line feeds, also behind a byte order mark and letters of several bytes', () => {
  expect(
    places('\uFEFF<CustomLabels>\n<!-- ä\n日 -->\n<labels><fullName>ß</fullName>\n</labels></CustomLabels>'),
  ).toEqual(['4-5 labels ß'])
})

test('no more elements are listed than asked for', () => {
  expect(places('<X><a/>\n<b/>\n<c/></X>', 2)).toEqual(['1-1 a', '2-2 b'])
})

test('what is no XML raises an error', () => {
  expect(() => places('<X>')).toThrow(XmlError)
})
