import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestOrg, apexClass, manifest, problemsOf } from '../testing/client.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
  const files = {
    ...apexClass('Alpha', 'public class Alpha {}'),
    ...apexClass('Beta', 'public class Beta {}'),
    'profiles/Sales.profile': profile,
    'package.xml': manifest({ ApexClass: ['Alpha', 'Beta'], Profile: ['Sales'] }),
  }
  const problems = problemsOf(await org.deploy(files))
  if (problems.length > 0) throw new Error(`The sample was not deployed: ${String(problems)}`)
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
</Profile>
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
