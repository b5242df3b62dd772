import { memberName } from '../deploy/manifest.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { isSpoken } from '../registry/api-versions.ts'
import { childOf, childrenOf, textOf } from '../xml/element.ts'
import { SoapFault } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { soapAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/**
 * retrieve: accepts and answers at once; the archive is made behind the answer. The request is
 * read by its place, because clients call it `request` and the WSDL `retrieveRequest`. An
 * absent singlePackage means false: files lie below `unpackaged/`.
 */
export async function retrieve(org: Org, call: SoapCall, userId: string): Promise<Answer> {
  const request = call.body.children[0]
  if (!request) throw new SoapFault('INVALID_OPERATION', wording.metadata.noRequest)
  const unpackaged = childOf(request, 'unpackaged')
  const members = new Map<string, string[]>()
  for (const entry of unpackaged ? childrenOf(unpackaged, 'types') : []) {
    const type = textOf(entry, 'name')?.trim() ?? ''
    const names = childrenOf(entry, 'members').map((member) => memberName(member.text))
    members.set(type, [...(members.get(type) ?? []), ...names])
  }
  const version =
    (unpackaged && textOf(unpackaged, 'version')) ?? textOf(request, 'apiVersion') ?? org.info.platformVersion
  if (!isSpoken(org, version))
    throw new SoapFault('INVALID_OPERATION', wording.deploy.invalidVersion(version))
  const accepted = await org.retrieves.accept({
    userId,
    members: [...members],
    version: version.trim(),
    singlePackage: textOf(request, 'singlePackage') === 'true',
    packageNames: childrenOf(request, 'packageNames').map((name) => name.text),
  })
  return soapAnswer('retrieve', [{ done: false, id: accepted.id, state: 'Queued' }])
}
