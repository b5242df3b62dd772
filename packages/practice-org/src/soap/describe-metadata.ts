import type { Answer } from '../http/request.ts'
import { hasType } from '../facts/visibility.ts'
import { metadataTypes } from '../registry/metadata-types.ts'
import type { Org } from '../org.ts'
import { soapAnswer } from './soap-answers.ts'

/**
 * describeMetadata: every type that the org has, in the order of its name. Production takes no partial
 * deployments and requires tests; sandboxes and developer orgs the other way round. Document,
 * Aura and Lightning bundles have no suffix (seen on the wire).
 */
export function describeMetadata(org: Org): Answer {
  const isProduction = !org.info.isSandbox && !org.info.organizationType.startsWith('Developer')
  const result = {
    metadataObjects: metadataTypes
      .filter((type) => hasType(org, type.name))
      .map((type) => ({
        childXmlNames: type.children?.map((child) => child.name).filter((name) => hasType(org, name)),
        directoryName: type.directory,
        inFolder: type.inFolder === true,
        metaFile: type.shape === 'content',
        suffix: type.name === 'Document' ? undefined : type.suffix,
        xmlName: type.name,
      })),
    organizationNamespace: '',
    partialSaveAllowed: !isProduction,
    testRequired: isProduction,
  }
  return soapAnswer('describeMetadata', [result])
}
