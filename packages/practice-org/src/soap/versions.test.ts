import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifest, problemsOf, TestOrg } from '../testing/client.ts'
import { childOf, childrenOf, textOf } from '../xml/element.ts'

let org: TestOrg
beforeAll(async () => {
  org = await TestOrg.start()
})
afterAll(() => org.stop())

async function described(asOfVersion: string): Promise<(string | undefined)[]> {
  const answer = await org.soap(
    `<describeMetadata><asOfVersion>${asOfVersion}</asOfVersion></describeMetadata>`,
  )
  const result = childOf(answer, 'result')
  return result ? childrenOf(result, 'metadataObjects').map((type) => textOf(type, 'xmlName')) : []
}

const faultOf = async (body: string): Promise<string | undefined> =>
  textOf(await org.soap(body), 'faultstring')
const list = (type: string, version: string): Promise<string | undefined> =>
  faultOf(
    `<listMetadata><queries><type>${type}</type></queries><asOfVersion>${version}</asOfVersion></listMetadata>`,
  )

test('describe and list know the types of the version that the call names', async () => {
  expect(await described('58.0')).toContain('DigitalExperienceBundle')
  const older = await described('57.0')
  expect(older).toContain('ApexClass')
  expect(older).not.toContain('DigitalExperienceBundle')
  expect(await list('DigitalExperienceBundle', '57.0')).toContain('INVALID_TYPE')
  expect(await list('DigitalExperienceBundle', '58.0')).toBeUndefined()
})

test('a version above that of the org is refused in every call that names one', async () => {
  expect(await list('ApexClass', '69.0')).toContain('UNSUPPORTED_API_VERSION')
  expect(await faultOf('<describeMetadata><asOfVersion>69.0</asOfVersion></describeMetadata>')).toContain(
    'UNSUPPORTED_API_VERSION',
  )
  await expect(org.retrieve({ ApexClass: ['*'] }, '69.0')).rejects.toThrow('Invalid version specified: 69.0')
  const deployed = await org.deploy({ 'package.xml': manifest({}).replace('68.0', '69.0') })
  expect(problemsOf(deployed)).toEqual([' package.xml: Invalid version specified: 69.0'])
})

test('a retrieve says of a newer type that its version does not have it', async () => {
  const { result } = await org.retrieve({ DigitalExperienceBundle: ['*'] }, '57.0')
  expect(childrenOf(result, 'messages').map((message) => textOf(message, 'problem'))).toEqual([
    "Entity type 'DigitalExperienceBundle' is not available in this api version",
  ])
})
