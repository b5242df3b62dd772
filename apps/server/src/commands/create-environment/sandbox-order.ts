import {
  type CreateEnvironmentInput,
  lacksAccessGroup,
  lacksTemplate,
} from '@sluice/contract/job-commands/create-environment'
import type { SandboxLicenseType } from '@sluice/contract/sandbox'
import type { Connection } from '@sluice/salesforce/connection'
import { queryAll, soqlText } from '@sluice/salesforce/tooling/query'
import { listPublicGroups, listSandboxTemplates } from '@sluice/salesforce/tooling/sandbox-choices'
import { findSandbox, type NewSandbox } from '@sluice/salesforce/tooling/sandbox-info'
import { JobFailure } from '../../durable/run-errors.ts'
import type { TargetEnvironment } from '../../steps/session/flow-target.ts'

interface WantedSandbox {
  readonly input: CreateEnvironmentInput
  readonly source: TargetEnvironment
}

/** Salesforce refuses longer descriptions. */
const longestDescription = 1_000

const licences = {
  Developer: 'DEVELOPER',
  DeveloperPro: 'DEVELOPER_PRO',
  Partial: 'PARTIAL',
  Full: 'FULL',
} as const satisfies Record<SandboxLicenseType, NewSandbox['licenseType']>

/** The input in the ids of the production org. A name that the org does not know ends the job before anything is made. */
export async function orderOf(connection: Connection, { input, source }: WantedSandbox): Promise<NewSandbox> {
  if (lacksAccessGroup(input)) throw new JobFailure('Access group must be set with this sandbox license type')
  if (source.isProduction && lacksTemplate(input))
    throw new JobFailure('Template must be set with this sandbox license type')
  return {
    name: input.sfdcSandboxName,
    licenseType: licences[input.sfdcSandboxLicenseType],
    description: input.sfdcSandboxDescription?.slice(0, longestDescription) ?? null,
    sourceId: source.isProduction ? null : await sourceIdOf(connection, { input, source }),
    templateId: await templateIdOf(connection, input.sfdcSandboxTemplateName),
    groupId: await groupIdOf(connection, input.sfdcSandboxActivationUserGroupName),
    apexClassId: await classIdOf(connection, input.sfdcSandboxApexClassName),
    historyDays: input.sfdcSandboxMaxHistoryDays,
    copiesChatter: input.sfdcSandboxCopyChatter,
    features: input.sfdcSandboxFeatures.map(() => 'DataStorage'),
  }
}

/** Salesforce gives a copy the licence of its source; a person who asks for another one would not get it. */
async function sourceIdOf(connection: Connection, { input, source }: WantedSandbox): Promise<string> {
  const { name, sandboxName } = source
  const found = sandboxName === null ? null : await findSandbox(connection, { name: sandboxName })
  if (found === null) throw new JobFailure(`The sandbox of the environment ${name} no longer exists.`)
  if (found.licenseType.toUpperCase() !== licences[input.sfdcSandboxLicenseType])
    throw new JobFailure(
      `The sandbox ${found.name} of the environment ${name} has another license type; a copy of it has the same one.`,
    )
  return found.id
}

async function groupIdOf(connection: Connection, name: string | null): Promise<string | null> {
  if (name === null) return null
  const groups = await listPublicGroups(connection)
  const found = groups.find((group) => group.developerName === name)
  if (found === undefined) throw new JobFailure(`There is no public group ${name} in the production org.`)
  return found.id
}

async function templateIdOf(connection: Connection, name: string | null): Promise<string | null> {
  if (name === null) return null
  const templates = await listSandboxTemplates(connection)
  const found = templates.find((template) => template.developerName === name)
  if (found === undefined) throw new JobFailure(`There is no sandbox template ${name} in the production org.`)
  return found.id
}

async function classIdOf(connection: Connection, name: string | null): Promise<string | null> {
  if (name === null) return null
  const soql = `SELECT Id FROM ApexClass WHERE Name = ${soqlText(name)} AND NamespacePrefix = null`
  const [found] = await queryAll(connection, soql)
  const id = found?.['Id']
  if (typeof id !== 'string') throw new JobFailure(`There is no Apex class ${name} in the production org.`)
  return id
}
