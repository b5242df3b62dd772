import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apexClass, manifest, objectFile, problemsOf, TestOrg, textField } from '../testing/client.ts'
import { childrenOf, textOf } from '../xml/element.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
})
afterAll(() => org.stop())

const status = (result: Parameters<typeof textOf>[0]): string | undefined => textOf(result, 'status')

describe('deploy', () => {
  test('a file with one field adds this field and touches no other', async () => {
    const first = objectFile(textField('Alpha__c') + textField('Beta__c'))
    await org.deploy({
      'package.xml': manifest({ CustomObject: ['Account'] }),
      'objects/Account.object': first,
    })
    const before = await org.admin(
      'GET',
      `/admin/orgs/${org.orgId}/components?type=CustomField&name=Account.Alpha__c`,
    )
    const result = await org.deploy({
      'package.xml': manifest({ CustomField: ['Account.Gamma__c'] }),
      'objects/Account.object': objectFile(textField('Gamma__c')),
    })
    expect(status(result)).toBe('Succeeded')
    const { files } = await org.retrieve({ CustomObject: ['Account'] })
    expect(files['objects/Account.object']?.match(/<fullName>\w+/g)).toEqual([
      '<fullName>Alpha__c',
      '<fullName>Beta__c',
      '<fullName>Gamma__c',
    ])
    const after = await org.admin(
      'GET',
      `/admin/orgs/${org.orgId}/components?type=CustomField&name=Account.Alpha__c`,
    )
    expect(after.lastModifiedDate).toBe(before.lastModifiedDate)
  })

  test('a syntax error is named with line and column and nothing is saved', async () => {
    const result = await org.deploy({
      'package.xml': manifest({ ApexClass: ['Good', 'Bad'] }),
      ...apexClass('Good', 'public class Good {}'),
      ...apexClass('Bad', 'public class Bad {\n    void run() {\n        Integer a = ;\n    }\n}'),
    })
    expect(status(result)).toBe('Failed')
    expect(problemsOf(result)).toEqual(["ApexClass Bad: Unexpected token ';'. (3:21)"])
    expect((await org.retrieve({ ApexClass: ['*'] })).files).not.toHaveProperty('classes/Good.cls')
  })

  test('malformed XML is named with line and column', async () => {
    const broken =
      '<?xml version="1.0"?>\n<Layout xmlns="http://soap.sforce.com/2006/04/metadata">\n<a></b>\n</Layout>'
    const result = await org.deploy({
      'package.xml': manifest({ Layout: ['Account-X'] }),
      'layouts/Account-X.layout': broken,
    })
    expect(problemsOf(result)).toEqual([
      'Layout Account-X: Error parsing file: The element type "a" must be terminated by the matching end-tag "</a>". (3:8)',
    ])
  })

  test('a check-only deployment leaves the org as it is', async () => {
    const files = {
      'package.xml': manifest({ ApexClass: ['Dry'] }),
      ...apexClass('Dry', 'public class Dry {}'),
    }
    const result = await org.deploy(files, '<checkOnly>true</checkOnly>')
    expect(status(result)).toBe('Succeeded')
    expect((await org.retrieve({ ApexClass: ['*'] })).files).not.toHaveProperty('classes/Dry.cls')
  })

  test('a missing reference fails the component', async () => {
    const set =
      '<?xml version="1.0"?><PermissionSet xmlns="http://soap.sforce.com/2006/04/metadata"><classAccesses><apexClass>Nowhere</apexClass><enabled>true</enabled></classAccesses><label>P</label></PermissionSet>'
    const result = await org.deploy({
      'package.xml': manifest({ PermissionSet: ['P'] }),
      'permissionsets/P.permissionset': set,
    })
    expect(problemsOf(result)).toEqual([
      'PermissionSet P: In field: apexClass - no ApexClass named Nowhere found',
    ])
  })

  test('what the manifest names has to be there', async () => {
    const result = await org.deploy({ 'package.xml': manifest({ ApexClass: ['Gone'] }) })
    expect(problemsOf(result)[0]).toContain('named in package.xml, but was not found in zipped directory')
  })

  test('a destructive manifest deletes a nested component, and something absent is a warning', async () => {
    await org.deploy({
      'package.xml': manifest({ CustomObject: ['Lead'] }),
      'objects/Lead.object': objectFile(textField('Old__c') + textField('New__c')),
    })
    const result = await org.deploy({
      'package.xml': manifest({}),
      'destructiveChanges.xml': manifest({ CustomField: ['Lead.Old__c', 'Lead.Never__c'] }),
    })
    expect(status(result)).toBe('Succeeded')
    const { files } = await org.retrieve({ CustomObject: ['Lead'] })
    expect(files['objects/Lead.object']?.match(/<fullName>\w+/g)).toEqual(['<fullName>New__c'])
  })

  test('without rollback the rest is saved, in a sandbox', async () => {
    await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { isSandbox: true })
    const files = {
      'package.xml': manifest({ ApexClass: ['Fine', 'Wrong'] }),
      ...apexClass('Fine', 'public class Fine {}'),
      ...apexClass('Wrong', 'public class Wrong {'),
    }
    const result = await org.deploy(files, '<rollbackOnError>false</rollbackOnError>')
    await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { isSandbox: false })
    expect(status(result)).toBe('SucceededPartial')
    expect((await org.retrieve({ ApexClass: ['*'] })).files).toHaveProperty('classes/Fine.cls')
  })

  test('the journal tells each accepted deployment once', async () => {
    const id = await org.startDeploy({
      'package.xml': manifest({ ApexClass: ['Told'] }),
      ...apexClass('Told', 'public class Told {}'),
    })
    await org.waitForDeploy(id)
    const { list } = await org.admin('GET', `/admin/journal?id=${id}`)
    expect(list).toMatchObject([
      { kind: 'deployAccepted', components: [] },
      {
        kind: 'deploy',
        status: 'Succeeded',
        components: [{ type: 'ApexClass', fullName: 'Told', change: 'created' }],
      },
    ])
  })
})

test('record types cannot be deleted through the API', async () => {
  const recordType =
    '<recordTypes><fullName>Special</fullName><active>true</active><label>Special</label></recordTypes>'
  await org.deploySample({
    'package.xml': manifest({ CustomObject: ['Typed__c'] }),
    'objects/Typed__c.object': objectFile(`<label>Typed</label>${recordType}`),
  })
  const result = await org.deploy({
    'package.xml': manifest({}),
    'destructiveChanges.xml': manifest({ RecordType: ['Typed__c.Special'] }),
  })
  expect(problemsOf(result)).toEqual(['RecordType Typed__c.Special: Cannot delete record type through API'])
})

test.each([
  ['componentSetupLocked', 'administration setup has already been locked'],
  ['componentRowLocked', 'UNABLE_TO_LOCK_ROW'],
])('%s fails the first component only, also where the others are kept', async (kind, text) => {
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { isSandbox: true })
  await org.admin('POST', '/admin/faults', { kind, operation: 'deploy' })
  const files = {
    'package.xml': manifest({ ApexClass: [`A${kind}`, `B${kind}`] }),
    ...apexClass(`A${kind}`, `public class A${kind} {}`),
    ...apexClass(`B${kind}`, `public class B${kind} {}`),
  }
  const result = await org.deploy(files, '<rollbackOnError>false</rollbackOnError>')
  await org.admin('PATCH', `/admin/orgs/${org.orgId}`, { isSandbox: false })
  expect(textOf(result, 'status')).toBe('SucceededPartial')
  expect(problemsOf(result)).toEqual([expect.stringContaining(text)])
  const kept = Object.keys((await org.retrieve({ ApexClass: [`A${kind}`, `B${kind}`] })).files)
  expect(kept).toContain(`classes/B${kind}.cls`)
  expect(kept).not.toContain(`classes/A${kind}.cls`)
})

const meta =
  '<Document xmlns="http://soap.sforce.com/2006/04/metadata"><internalUseOnly>false</internalUseOnly><name>Logo</name><public>true</public></Document>'
const folderMeta =
  '<DocumentFolder xmlns="http://soap.sforce.com/2006/04/metadata"><accessType>Public</accessType><name>Brand</name></DocumentFolder>'

test('folders with a slash behind them and documents without extension are found, in each direction', async () => {
  const named = { Document: ['Brand/', 'Brand/Logo'] }
  await org.deploySample({
    'package.xml': manifest(named),
    'documents/Brand-meta.xml': folderMeta,
    'documents/Brand/Logo.svg': '<svg/>',
    'documents/Brand/Logo.svg-meta.xml': meta,
  })
  const { files, result } = await org.retrieve(named)
  expect(Object.keys(files).toSorted()).toEqual([
    'documents/Brand-meta.xml',
    'documents/Brand/Logo.svg',
    'documents/Brand/Logo.svg-meta.xml',
    'package.xml',
  ])
  expect(childrenOf(result, 'messages')).toEqual([])
  const deleted = await org.deploy({
    'package.xml': manifest({}),
    'destructiveChanges.xml': manifest({ Document: ['Brand/Logo'] }),
  })
  expect(problemsOf(deleted)).toEqual([])
  expect(Object.keys((await org.retrieve({ Document: ['Brand/Logo'] })).files)).toEqual(['package.xml'])
})

test('what others use is not deleted, and the users are named; it goes together with them', async () => {
  const rule =
    '<validationRules><fullName>Needed</fullName><active>true</active><errorConditionFormula>ISBLANK(Used__c)</errorConditionFormula><errorMessage>no</errorMessage></validationRules>'
  await org.deploySample({
    'package.xml': manifest({ CustomObject: ['Holder__c'], ApexClass: ['Used', 'User'] }),
    'objects/Holder__c.object': objectFile(`${textField('Used__c')}<label>Holder</label>${rule}`),
    ...apexClass('Used', 'public class Used {}'),
    ...apexClass('User', 'public class User { Used a; String b = String.valueOf(Holder__c.Used__c); }'),
  })
  const remove = async (members: Record<string, string[]>): Promise<string[]> =>
    problemsOf(
      await org.deploy(
        { 'package.xml': manifest({}), 'destructiveChanges.xml': manifest(members) },
        '<checkOnly>true</checkOnly>',
      ),
    )
  expect(await remove({ ApexClass: ['Used'] })).toEqual([
    'ApexClass Used: This apex class is referenced elsewhere in salesforce.com.  Remove the usage and try again. : ApexClass User',
  ])
  expect(await remove({ CustomField: ['Holder__c.Used__c'] })).toEqual([
    'CustomField Holder__c.Used__c: This custom field is referenced elsewhere in salesforce.com.  Remove the usage and try again. : ApexClass User, ValidationRule Holder__c.Needed',
  ])
  expect(
    await remove({
      ApexClass: ['User', 'Used'],
      CustomField: ['Holder__c.Used__c'],
      ValidationRule: ['Holder__c.Needed'],
    }),
  ).toEqual([])
})
