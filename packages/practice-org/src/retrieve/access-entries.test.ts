import { afterAll, beforeAll, expect, test } from 'vitest'
import { childrenOf } from '../xml/element.ts'
import { TestOrg, apexClass, manifest, problemsOf } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
  const files = {
    ...apexClass('Alpha', 'public class Alpha {}'),
    ...apexClass('Beta', 'public class Beta {}'),
    'profiles/Sales.profile': profile,
    'permissionsets/Sellers.permissionset': permissionSet,
    'package.xml': manifest({ ApexClass: ['Alpha', 'Beta'], Profile: ['Sales'], PermissionSet: ['Sellers'] }),
  }
  await org.deploySample(files)
})
afterAll(() => org.stop())

const profile = `<?xml version="1.0" encoding="UTF-8"?>
<Profile xmlns="http://soap.sforce.com/2006/04/metadata">
    <classAccesses>
        <apexClass>Alpha</apexClass>
        <enabled>true</enabled>
    </classAccesses>
    <classAccesses>
        <apexClass>Beta</apexClass>
        <enabled>false</enabled>
    </classAccesses>
    <custom>true</custom>
    <tabVisibilities>
        <tab>standard-Account</tab>
        <visibility>DefaultOn</visibility>
    </tabVisibilities>
    <userPermissions>
        <enabled>false</enabled>
        <name>ExportReport</name>
    </userPermissions>
</Profile>
`

const permissionSet = `<?xml version="1.0" encoding="UTF-8"?>
<PermissionSet xmlns="http://soap.sforce.com/2006/04/metadata">
    <classAccesses>
        <apexClass>Alpha</apexClass>
        <enabled>true</enabled>
    </classAccesses>
    <hasActivationRequired>false</hasActivationRequired>
    <label>Sellers</label>
</PermissionSet>
`

/** The profile as a retrieve returns it that asks for these classes too. */
async function retrieved(...classes: string[]): Promise<string> {
  const { files } = await org.retrieve({ Profile: ['Sales'], ApexClass: classes })
  return files['profiles/Sales.profile'] ?? ''
}

test('a profile comes with the entries of what the same request asks for', async () => {
  const text = await retrieved('Beta')
  expect(text).toContain('<apexClass>Beta</apexClass>')
  expect(text).not.toContain('Alpha')
})

test('its own settings and entries of what nobody can ask for always come', async () => {
  const text = await retrieved()
  expect(text).not.toContain('classAccesses')
  expect(text).toContain('<custom>true</custom>')
  expect(text).toContain('standard-Account')
})

test('asked for with everything it comes as it is', async () => {
  expect(await retrieved('Alpha', 'Beta')).toBe(profile)
})

test('a permission set is whole from version 40.0 on, and comes in parts before', async () => {
  const path = 'permissionsets/Sellers.permissionset'
  expect((await org.retrieve({ PermissionSet: ['Sellers'] })).files[path]).toBe(permissionSet)
  const old = (await org.retrieve({ PermissionSet: ['Sellers'] }, '39.0')).files[path] ?? ''
  expect(old).toContain('<label>Sellers</label>')
  expect(old).not.toContain('Alpha')
})

test('omitsDisabledPermissions: user permissions that are off do not come', async () => {
  expect(await retrieved()).toContain('ExportReport')
  await org.setFacts({ omitsDisabledPermissions: true })
  expect(await retrieved()).not.toContain('ExportReport')
  await org.setFacts({ omitsDisabledPermissions: false })
})

test('standardTabsOnlyWhenNamed: standard tabs come with those that the request names', async () => {
  await org.setFacts({ standardTabsOnlyWhenNamed: true })
  expect(await retrieved()).not.toContain('standard-Account')
  const { files, result } = await org.retrieve({ Profile: ['Sales'], CustomTab: ['standard-Account'] })
  expect(files['profiles/Sales.profile']).toContain('standard-Account')
  expect(childrenOf(result, 'messages')).toEqual([])
  await org.setFacts({ standardTabsOnlyWhenNamed: false })
})

test('the tabs resource names the standard tabs', async () => {
  const { status, body } = await org.rest('/tabs')
  expect(status).toBe(200)
  expect(body).toContainEqual(expect.objectContaining({ name: 'standard-Account', custom: false }))
})

test('unknownUserPermissions: a profile that names one is refused, with the first one named', async () => {
  await org.setFacts({ unknownUserPermissions: ['ExportReport'] })
  const files = { 'package.xml': manifest({ Profile: ['Sales'] }), 'profiles/Sales.profile': profile }
  expect(problemsOf(await org.deploy(files))).toEqual([
    'Profile Sales: Unknown user permission: ExportReport',
  ])
  await org.setFacts({ unknownUserPermissions: [] })
  expect(problemsOf(await org.deploy(files))).toEqual([])
})

test('what is deleted leaves profiles and permission sets', async () => {
  await org.deploySample({
    ...apexClass('Gone', 'public class Gone {}'),
    'profiles/Clerk.profile': profile.replaceAll('Alpha', 'Gone'),
    'permissionsets/Clerks.permissionset': permissionSet.replaceAll('Alpha', 'Gone'),
    'package.xml': manifest({ ApexClass: ['Gone'], Profile: ['Clerk'], PermissionSet: ['Clerks'] }),
  })
  const all = { Profile: ['Clerk'], PermissionSet: ['Clerks'], ApexClass: ['*'] }
  expect(JSON.stringify((await org.retrieve(all)).files)).toContain('<apexClass>Gone<')
  const deletion = {
    'package.xml': manifest({}),
    'destructiveChanges.xml': manifest({ ApexClass: ['Gone'] }),
  }
  expect(problemsOf(await org.deploy(deletion))).toEqual([])
  const { files } = await org.retrieve(all)
  expect(JSON.stringify(files)).not.toContain('Gone')
  expect(files['profiles/Clerk.profile']).toContain('<apexClass>Beta<')
})
