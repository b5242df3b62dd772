import type { CallOptions, Connection } from '../connection.ts'
import { metadataCall, onlyResult } from '../soap/call.ts'
import { childFlag, childrenOf, childText, element, type XmlElement } from '../soap/xml.ts'

export interface MetadataType {
  xmlName: string
  directoryName: string
  suffix: string | null
  inFolder: boolean
  metaFile: boolean
  childXmlNames: string[]
}

export interface MetadataDescription {
  metadataObjects: MetadataType[]
  organizationNamespace: string | null
  /** Whether a deployment may succeed in part (`rollbackOnError: false`): not in production. */
  partialSaveAllowed: boolean
  /** Whether deployments must run tests. */
  testRequired: boolean
}

/** The metadata types of the org at the connection's API version. @throws SalesforceError */
export async function describeMetadata(
  connection: Connection,
  options: CallOptions = {},
): Promise<MetadataDescription> {
  const results = await metadataCall(connection, {
    operation: 'describeMetadata',
    content: element('asOfVersion', connection.apiVersion),
    signal: options.signal,
  })
  const result = onlyResult(results)
  return {
    metadataObjects: childrenOf(result, 'metadataObjects').map((object) => metadataTypeOf(object)),
    organizationNamespace: childText(result, 'organizationNamespace'),
    partialSaveAllowed: childFlag(result, 'partialSaveAllowed'),
    testRequired: childFlag(result, 'testRequired'),
  }
}

function metadataTypeOf(object: XmlElement): MetadataType {
  return {
    xmlName: childText(object, 'xmlName') ?? '',
    directoryName: childText(object, 'directoryName') ?? '',
    suffix: childText(object, 'suffix'),
    inFolder: childFlag(object, 'inFolder'),
    metaFile: childFlag(object, 'metaFile'),
    // Workflow may carry a nil entry here.
    childXmlNames: childrenOf(object, 'childXmlNames').flatMap((name) =>
      name.text === '' ? [] : [name.text],
    ),
  }
}
