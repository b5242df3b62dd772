import type { Answer } from '../http/request.ts'
import { hasType } from '../facts/visibility.ts'
import { metadataTypes } from '../registry/metadata-types.ts'
import type { Org } from '../org.ts'
import { isKnownIn } from '../registry/api-versions.ts'
import { asOfVersionOf } from './as-of-version.ts'
import type { SoapCall } from './envelope.ts'
import { soapAnswer } from './soap-answers.ts'

/**
 * describeMetadata: every type that the org and the version `asOfVersion` have, in the order of its name. Production takes no partial
 * deployments and requires tests; sandboxes and developer orgs the other way round. Document,
 * Aura and Lightning bundles have no suffix (seen on the wire).
 */
export function describeMetadata(org: Org, call: SoapCall): Answer {
  const asOfVersion = asOfVersionOf(org, call)
  const isProduction = !org.info.isSandbox && !org.info.organizationType.startsWith('Developer')
  const result = {
    metadataObjects: metadataTypes
      .filter(({ name }) => hasType(org, name) && isKnownIn(asOfVersion, name))
      .map((type) => ({
        childXmlNames: type.children
          ?.map((child) => child.name)
          .filter((name) => hasType(org, name) && isKnownIn(asOfVersion, name)),
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
