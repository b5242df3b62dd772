import { checkOptions, OptionError, readOptions } from '../deploy/read-options.ts'
import type { Answer } from '../http/request.ts'
import type { Org } from '../org.ts'
import { childOf, childrenOf } from '../xml/element.ts'
import { SoapFault } from './envelope.ts'
import type { SoapCall } from './envelope.ts'
import { soapAnswer } from './soap-answers.ts'
import { wording } from '../wording.ts'

/**
 * deploy(ZipFile, DeployOptions): the archive lies on disk already; the answer comes at once
 * with state Queued. Throws SoapFault INVALID_OPERATION without an archive or for options that
 * the org refuses; what is wrong with the archive shows in the deployment.
 */
export async function deploy(
  org: Org,
  call: SoapCall,
  from: { userId: string; archive: string; archiveSize: number | undefined },
): Promise<Answer> {
  if (from.archiveSize === undefined || from.archiveSize === 0)
    throw new SoapFault('INVALID_OPERATION', wording.deploy.noArchive)
  const given: Record<string, unknown> = {}
  const element = childOf(call.body, 'DeployOptions')
  for (const option of element?.children ?? []) given[option.name] = option.text
  given.runTests = element ? childrenOf(element, 'runTests').map((test) => test.text) : []
  try {
    const options = readOptions(given)
    checkOptions(options, org.info)
    const { userId, archive, archiveSize } = from
    const deployment = await org.deploys.accept({ userId, options, archive, zipSize: archiveSize })
    return soapAnswer('deploy', [{ done: false, id: deployment.id, state: 'Queued' }])
  } catch (error) {
    if (error instanceof OptionError) throw new SoapFault('INVALID_OPERATION', error.message)
    throw error
  }
}
