import { flowPath } from '../flows/flow-versions.ts'
import { idOfName } from '../ids.ts'
import type { Org } from '../org.ts'
import type { SObjectRecord } from '../records.ts'
import type { ComponentRecord, FlowVersion } from '../store/component-record.ts'
import { textOf } from '../xml/element.ts'
import { parseXml } from '../xml/parse.ts'
import { componentRows } from './component-rows.ts'
import { fieldList } from './sobjects.ts'
import type { SObjectType } from './sobjects.ts'

/** The versions of a flow, and their ids. */
interface NumberedFlow {
  flow: ComponentRecord
  versions: FlowVersion[]
  latest: FlowVersion
  active: FlowVersion | undefined
}

async function numbered(org: Org): Promise<NumberedFlow[]> {
  const flows: NumberedFlow[] = []
  for (const flow of org.store.list('Flow')) {
    const text = flow.versions ? '' : await org.store.readText(flowPath(flow.fullName))
    const versions = flow.versions ?? [{ number: 1, status: textOf(parseXml(text), 'status') ?? 'Draft' }]
    const latest = versions.at(-1)
    if (latest)
      flows.push({ flow, versions, latest, active: versions.find(({ status }) => status === 'Active') })
  }
  return flows
}

/** The latest version has the id of the component. */
function versionId({ flow, latest }: NumberedFlow, version: FlowVersion | undefined): string | null {
  if (version === undefined) return null
  return version === latest ? flow.id : idOfName('301', `${flow.id}/${version.number}`)
}

const definitionId = ({ flow }: NumberedFlow): string => idOfName('300', flow.id)

/** One row per version. */
async function flowRows(org: Org): Promise<SObjectRecord[]> {
  const components = new Map(componentRows(org, 'Flow').map((row) => [row.Id, row]))
  return (await numbered(org)).flatMap((entry) =>
    entry.versions.map((version) => ({
      ...components.get(entry.flow.id),
      Id: versionId(entry, version) ?? '',
      DefinitionId: definitionId(entry),
      MasterLabel: entry.flow.fullName,
      VersionNumber: version.number,
      Status: version.status,
    })),
  )
}

/** One row per flow: which of its versions is active, and which is the latest. */
async function definitionRows(org: Org): Promise<SObjectRecord[]> {
  return (await numbered(org)).map((entry) => ({
    Id: definitionId(entry),
    DurableId: definitionId(entry),
    DeveloperName: entry.flow.fullName,
    ApiName: entry.flow.fullName,
    MasterLabel: entry.flow.fullName,
    Label: entry.flow.fullName,
    ActiveVersionId: versionId(entry, entry.active),
    LatestVersionId: versionId(entry, entry.latest),
    VersionNumber: (entry.active ?? entry.latest).number,
    IsActive: entry.active !== undefined,
  }))
}

/** Flow and FlowDefinition of the Tooling API, FlowDefinitionView of both (documented objects). */
export const flowTypes: readonly SObjectType[] = [
  {
    name: 'Flow',
    api: 'tooling',
    rows: flowRows,
    relationships: { Definition: { object: 'FlowDefinition', field: 'DefinitionId' } },
    fields: fieldList(
      'Id:id DefinitionId:reference DeveloperName FullName Name MasterLabel VersionNumber:int Status ManageableState NamespacePrefix CreatedDate:datetime CreatedById:reference LastModifiedDate:datetime LastModifiedById:reference',
    ),
  },
  {
    name: 'FlowDefinition',
    api: 'tooling',
    rows: definitionRows,
    fields: fieldList('Id:id DeveloperName MasterLabel ActiveVersionId:reference LatestVersionId:reference'),
  },
  {
    name: 'FlowDefinitionView',
    api: 'both',
    rows: definitionRows,
    fields: fieldList(
      'Id:id DurableId ApiName Label ActiveVersionId:reference LatestVersionId:reference VersionNumber:int IsActive:boolean',
    ),
  },
]
