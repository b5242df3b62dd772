import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { startDeploy } from '@sluice/salesforce/metadata/deploy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { manifest } from '../../src/testing/client.ts'
import type { Files } from './archives.ts'
import { deployOptions, OwnClient } from './own-client.ts'

let own: OwnClient
beforeAll(async () => {
  own = await OwnClient.start()
})
afterAll(() => own.stop())

const megabyte = 1024 * 1024
const resourceMeta =
  '<?xml version="1.0" encoding="UTF-8"?>\n<StaticResource xmlns="http://soap.sforce.com/2006/04/metadata"><cacheControl>Private</cacheControl><contentType>application/octet-stream</contentType></StaticResource>'

/** Resources that nothing can compress, by the sizes of their contents in bytes. */
function resources(sizes: number[], prefix: string): { names: string[]; files: Files } {
  const names = sizes.map((_size, index) => `${prefix}${index}`)
  const files: Files = { 'package.xml': manifest({ StaticResource: names }) }
  for (const [index, name] of names.entries()) {
    files[`staticresources/${name}.resource`] = randomBytes(sizes[index] ?? 0)
    files[`staticresources/${name}.resource-meta.xml`] = resourceMeta
  }
  return { names, files }
}

test.each(['rest', 'soap'] as const)(
  'an archive of 39 MB goes over %s and comes back byte for byte',
  async (transport) => {
    const sizes = [...Array.from({ length: 37 }, () => megabyte), 0.35 * megabyte]
    const { names, files } = resources(sizes, `Large_${transport}_`)
    const archivePath = await own.archive('large.zip', files, 0)
    expect(statSync(archivePath).size).toBeGreaterThan(39_000_000)
    expect(statSync(archivePath).size).toBeLessThan(39_320_000)
    const id = await startDeploy(own.connection, { archivePath, options: deployOptions, transport })
    expect((await own.endOf(id)).status).toBe('Succeeded')
    const back = await own.retrieved({ StaticResource: names })
    for (const name of names) {
      const path = `staticresources/${name}.resource`
      expect(
        Buffer.compare(back[`unpackaged/${path}`] ?? Buffer.alloc(0), Buffer.from(files[path] ?? '')),
      ).toBe(0)
    }
  },
)

test('a larger archive is refused over SOAP, taken over REST, and too large to retrieve at once', async () => {
  const { names, files } = resources(
    Array.from({ length: 42 }, () => megabyte),
    'Huge',
  )
  const archivePath = await own.archive('huge.zip', files, 0)
  const before = await own.accepted()
  const soap = startDeploy(own.connection, { archivePath, options: deployOptions, transport: 'soap' })
  await expect(soap).rejects.toMatchObject({ code: 'limitExceeded' })
  expect(await own.accepted()).toBe(before)
  const id = await startDeploy(own.connection, { archivePath, options: deployOptions })
  expect((await own.endOf(id)).status).toBe('Succeeded')
  const retrieve = await own.finishedRetrieve({ StaticResource: names })
  await expect(own.download(retrieve)).rejects.toMatchObject({ code: 'limitExceeded' })
})

/** Remote sites: one small file each. */
function sites(count: number, prefix: string): { names: string[]; files: Files } {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  const files: Files = { 'package.xml': manifest({ RemoteSiteSetting: names }) }
  for (const name of names)
    files[`remoteSiteSettings/${name}.remoteSite`] =
      `<?xml version="1.0" encoding="UTF-8"?>\n<RemoteSiteSetting xmlns="http://soap.sforce.com/2006/04/metadata"><disableProtocolSecurity>false</disableProtocolSecurity><isActive>true</isActive><url>https://${name}.example</url></RemoteSiteSetting>`
  return { names, files }
}

test('10,000 files go there and back; one more is refused, both ways', async () => {
  const { names, files } = sites(9_999, 'Site')
  expect(await own.deployed(files)).toMatchObject({ status: 'Succeeded', numberComponentsDeployed: 9_999 })
  expect(Object.keys(await own.retrieved({ RemoteSiteSetting: names }))).toHaveLength(10_000)
  const refused = await own.deployed(sites(10_000, 'Site').files)
  expect(refused).toMatchObject({ status: 'Failed', errorStatusCode: 'LIMIT_EXCEEDED' })
  await own.deployed(sites(1, 'Last').files)
  const id = await own.finishedRetrieve({ RemoteSiteSetting: ['*'] })
  await expect(own.download(id)).rejects.toMatchObject({ code: 'limitExceeded' })
})

test('a deployment of more than 45,000 custom fields is refused', async () => {
  const names = Array.from({ length: 46 }, (_, index) => `Wide${index}__c`)
  const fields = Array.from(
    { length: 979 },
    (_, index) =>
      `<fields><fullName>F${index}__c</fullName><label>F</label><length>9</length><type>Text</type></fields>`,
  ).join('')
  const object = `<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">${fields}<label>Wide</label></CustomObject>`
  const files: Files = { 'package.xml': manifest({ CustomObject: names }) }
  for (const name of names) files[`objects/${name}.object`] = object
  const result = await own.deployed(files, { checkOnly: true })
  expect(result).toMatchObject({ status: 'Failed', errorStatusCode: 'LIMIT_EXCEEDED' })
})
