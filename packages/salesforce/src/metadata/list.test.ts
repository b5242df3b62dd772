import { afterEach, expect, test } from 'vitest'
import { type Script } from '../../../http/src/testing/scripted-server.ts'
import {
  answerFault,
  answerSoap,
  startScriptedServer,
  type ScriptedServer,
} from '../testing/scripted-server.ts'
import { describeMetadata } from './describe.ts'
import { listMetadata } from './list.ts'

let server: ScriptedServer | undefined
afterEach(async () => server?.close())

async function serve(script: Script): Promise<ScriptedServer> {
  server = await startScriptedServer(script)
  return server
}

test('a description keeps missing suffixes and drops nil child names', async () => {
  const { connection } = await serve((_, response) =>
    answerSoap(
      response,
      'describeMetadata',
      '<result><metadataObjects><childXmlNames xsi:nil="true"/><directoryName>lwc</directoryName><inFolder>false</inFolder>' +
        '<metaFile>false</metaFile><xmlName>LightningComponentBundle</xmlName></metadataObjects>' +
        '<organizationNamespace/><partialSaveAllowed>true</partialSaveAllowed><testRequired>false</testRequired></result>',
    ),
  )
  expect(await describeMetadata(connection())).toEqual({
    metadataObjects: [
      {
        xmlName: 'LightningComponentBundle',
        directoryName: 'lwc',
        suffix: null,
        inFolder: false,
        metaFile: false,
        childXmlNames: [],
      },
    ],
    organizationNamespace: null,
    partialSaveAllowed: true,
    testRequired: false,
  })
})

test('a list asks for type and folder and fills in a type that Salesforce leaves nil', async () => {
  const { connection, requests } = await serve((_, response) =>
    answerSoap(
      response,
      'listMetadata',
      '<result><fullName>F/R &amp; B</fullName><fileName>reports/F/R.report</fileName><id/><type xsi:nil="true"/></result>',
    ),
  )
  const [entry] = await listMetadata(connection(), [{ type: 'Report', folder: 'F' }])
  expect(entry).toMatchObject({ type: 'Report', fullName: 'F/R & B', id: null, namespacePrefix: null })
  expect(requests[0]?.body).toContain(
    '<queries><folder>F</folder><type>Report</type></queries><asOfVersion>68.0',
  )
})

test('an empty list is no error', async () => {
  const { connection } = await serve((_, response) => answerSoap(response, 'listMetadata', ''))
  expect(await listMetadata(connection(), [{ type: 'ApexClass' }])).toEqual([])
})

test('more than three list queries are refused before anything is sent', async () => {
  const { connection, requests } = await serve((_, response) => response.end())
  const queries = ['A', 'B', 'C', 'D'].map((type) => ({ type }))
  await expect(listMetadata(connection(), queries)).rejects.toMatchObject({ code: 'limitExceeded' })
  expect(requests).toHaveLength(0)
})

test('a fault carries the code of Salesforce', async () => {
  const { connection } = await serve((_, response) =>
    answerFault(response, 'INVALID_TYPE', 'Unknown type: X'),
  )
  const list = listMetadata(connection(), [{ type: 'X' }])
  await expect(list).rejects.toMatchObject({
    code: 'fault',
    salesforceCode: 'INVALID_TYPE',
    retryable: false,
  })
})
