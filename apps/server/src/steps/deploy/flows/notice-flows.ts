import { readXml } from '@sluice/metadata/xml/reader'
import { textOf } from '@sluice/metadata/xml/text'
import { withArchives } from '../../org/retrieve/archive-files.ts'
import { readRetrieved } from '../../org/retrieve/full-retrieve.ts'
import { retrieveComponents } from '../../org/retrieve/retrieve-components.ts'
import type { ComparedFlowOut } from '../flow-out-diff.ts'

/** So many names stand in a notice; the count is always of all. */
const mostNamed = 20

/** Says on the timeline what becomes of flows: whether they are active is decided in the org. */
export async function noticeFlows(flow: ComparedFlowOut): Promise<void> {
  const { run } = flow.session
  const { active, statusOnly } = flow.diff.flows
  if (statusOnly.length > 0) await run.notice('FlowStatusNotDeployed', namesOf(statusOnly))
  if (active.length === 0 || flow.org.isSandbox) return
  if (!(await deploysFlowsAsActive(flow))) await run.notice('FlowsStayInactive', namesOf(active))
}

const namesOf = (names: readonly string[]) => ({ flows: names.slice(0, mostNamed), count: names.length })

/**
 * The preference "Deploy processes and flows as active". Production has it off unless somebody switched it on; a sandbox takes
 * flows as they are.
 */
async function deploysFlowsAsActive({ session, environment, org, diff }: ComparedFlowOut): Promise<boolean> {
  const { run, deadline } = session
  return await run.step('read flow settings', async () => {
    const folder = await retrieveComponents(run, {
      connection: await session.org(environment.id, org.apiVersion),
      apiVersion: org.apiVersion,
      specs: diff.specs,
      work: await session.work(),
      deadline,
      part: 'flow-settings',
      wanted: [{ type: 'Settings', fullName: 'Flow' }],
      listed: [],
    })
    const { archives } = await readRetrieved(folder)
    return await withArchives(archives, async (files) => {
      const settings = files.flat().find(({ path }) => path.endsWith('settings/Flow.settings'))
      return settings !== undefined && isOn(await settings.read())
    })
  })
}

function isOn(settings: Uint8Array): boolean {
  const document = readXml(settings)
  const element = document.childNamed(0, 'enableFlowDeployAsActiveEnabled')
  return element !== null && textOf(document, element).trim() === 'true'
}
