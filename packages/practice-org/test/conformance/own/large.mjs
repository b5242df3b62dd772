// Archives as large, and with as many files, as the service takes; and one step beyond.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { startDeploy } from '@sluice/salesforce/metadata/deploy'
import { deployOptions, manifest } from './connection.mjs'

const megabyte = 1024 * 1024
const meta =
  '<?xml version="1.0" encoding="UTF-8"?>\n<StaticResource xmlns="http://soap.sforce.com/2006/04/metadata"><cacheControl>Private</cacheControl><contentType>application/octet-stream</contentType></StaticResource>'

/** Resources of one megabyte that nothing can compress. */
function resources(count, prefix) {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  const files = { 'package.xml': manifest({ StaticResource: names }) }
  for (const name of names) {
    files[`staticresources/${name}.resource`] = randomBytes(megabyte)
    files[`staticresources/${name}.resource-meta.xml`] = meta
  }
  return { names, files }
}

/** What was sent comes back byte for byte: 39 MB over SOAP, its limit, and over REST. */
async function largeArchive(own) {
  for (const transport of ['soap', 'rest']) {
    const { names, files } = resources(37, `Large_${transport}_`)
    files['staticresources/rest.resource'] = randomBytes(0.35 * megabyte)
    files['staticresources/rest.resource-meta.xml'] = meta
    files['package.xml'] = manifest({ StaticResource: [...names, 'rest'] })
    const archivePath = own.archive('large.zip', files, 0)
    const { size } = statSync(archivePath)
    assert.ok(size > 39_000_000 && size < 39_320_000, String(size))
    const id = await startDeploy(own.connection, { archivePath, options: deployOptions, transport })
    assert.equal((await own.endOf(id)).status, 'Succeeded')
    const { files: back, sizeBytes } = await own.retrieved({ StaticResource: [...names, 'rest'] })
    assert.ok(sizeBytes > 39_000_000, String(sizeBytes))
    for (const name of [...names, 'rest']) {
      const path = `staticresources/${name}.resource`
      assert.ok(files[path].equals(back[`unpackaged/${path}`]), path)
    }
  }
}

/** Beyond the limit: refused over SOAP, taken over REST, too large to retrieve at once. */
async function tooLarge(own) {
  const { names, files } = resources(42, 'Huge')
  const archivePath = own.archive('huge.zip', files, 0)
  const before = await own.accepted()
  const soap = startDeploy(own.connection, { archivePath, options: deployOptions, transport: 'soap' })
  await assert.rejects(soap, { code: 'limitExceeded' })
  assert.equal(await own.accepted(), before)
  const id = await startDeploy(own.connection, { archivePath, options: deployOptions })
  assert.equal((await own.endOf(id)).status, 'Succeeded')
  const retrieve = await own.finishedRetrieve({ StaticResource: names })
  await assert.rejects(own.download(retrieve), { code: 'limitExceeded' })
}

/** Remote sites: one small file each. */
function sites(count, prefix) {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  const files = { 'package.xml': manifest({ RemoteSiteSetting: names }) }
  for (const name of names)
    files[`remoteSiteSettings/${name}.remoteSite`] =
      `<?xml version="1.0" encoding="UTF-8"?>\n<RemoteSiteSetting xmlns="http://soap.sforce.com/2006/04/metadata"><disableProtocolSecurity>false</disableProtocolSecurity><isActive>true</isActive><url>https://${name}.example</url></RemoteSiteSetting>`
  return { names, files }
}

/** 10,000 files there and back; the ten thousand and first is refused, both ways. */
async function manyFiles(own) {
  const { names, files } = sites(9_999, 'Site')
  const result = await own.deployed(files)
  assert.deepEqual([result.status, result.numberComponentsDeployed], ['Succeeded', 9_999])
  const { files: back, fileProperties } = await own.retrieved({ RemoteSiteSetting: names })
  assert.equal(Object.keys(back).length, 10_000)
  assert.equal(fileProperties.length, 10_000)
  const more = sites(10_000, 'Site')
  const refused = await own.deployed(more.files)
  assert.deepEqual([refused.status, refused.errorStatusCode], ['Failed', 'LIMIT_EXCEEDED'])
  await own.deployed(sites(1, 'Last').files)
  const id = await own.finishedRetrieve({ RemoteSiteSetting: ['*'] })
  await assert.rejects(own.download(id), { code: 'limitExceeded' })
}

const field = (index) =>
  `<fields><fullName>F${index}__c</fullName><label>F</label><length>9</length><type>Text</type></fields>`

/** One field more than a deployment may have. */
async function manyFields(own) {
  const names = Array.from({ length: 46 }, (_, index) => `Wide${index}__c`)
  const fields = Array.from({ length: 979 }, (_, index) => field(index)).join('')
  const object = `<CustomObject xmlns="http://soap.sforce.com/2006/04/metadata">${fields}<label>Wide</label></CustomObject>`
  const files = { 'package.xml': manifest({ CustomObject: names }) }
  for (const name of names) files[`objects/${name}.object`] = object
  const result = await own.deployed(files, { checkOnly: true })
  assert.deepEqual([result.status, result.errorStatusCode], ['Failed', 'LIMIT_EXCEEDED'])
}

export const large = {
  '45,000 custom fields': manyFields,
  '39 MB archives': largeArchive,
  'more than 39 MB': tooLarge,
  '10,000 files': manyFiles,
}
