import { deleteFlowVersion } from './load-flow.ts'
import { findChildType, findType, foldersOfContent } from '../registry/metadata-types.ts'
import { keyOf } from '../store/component-record.ts'
import type { ComponentRecord } from '../store/component-record.ts'
import type { LoadContext } from './load-context.ts'
import { isNamed } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { failure, success, warning } from './messages.ts'
import { usersOf } from './users-of-component.ts'
import { removeAccess } from './remove-access.ts'
import { removeComponent } from './remove-component.ts'
import { wording } from '../wording.ts'

/**
 * Removes what a destructive manifest names; each name gets a message. Something absent is a
 * warning and a success, also with ignoreWarnings=false: clients then report it as deleted
 * (seen in their source). Wildcards are no names here, as documented. `fileName` is the
 * manifest's path, which messages of deletions carry.
 */
export async function applyDeletions(
  context: LoadContext,
  manifest: Manifest,
  fileName: string,
): Promise<void> {
  for (const [type, members] of manifest.members) {
    for (const fullName of members) {
      if (context.excluded.has(keyOf(type, fullName))) continue
      await deleteOne(context, { type, fullName, fileName })
    }
  }
}

async function deleteOne(
  context: LoadContext,
  subject: { type: string; fullName: string; fileName: string },
): Promise<void> {
  const { workspace, messages } = context
  const record = findNamed(context, subject)
  if (!record && subject.type === 'Flow' && (await deleteFlowVersion(context, subject))) return
  const refusal = await reasonAgainst(context, subject, record)
  if (refusal !== undefined) {
    messages.push(failure(subject, refusal))
    return
  }
  if (!record) {
    messages.push(warning(subject, wording.deploy.absentDeletion(subject.type, subject.fullName)))
    return
  }
  if (context.deletions === 'kept') {
    messages.push(success({ ...subject, id: record.id }, { changed: true, deleted: true }))
    return
  }
  await removeComponent(workspace, record)
  await removeAccess(workspace, record)
  messages.push(success({ ...subject, id: record.id }, { changed: true, deleted: true }))
}

/**
 * Folders are named under the type of their contents, documents also without their extension, in
 * deletions as in package.xml.
 */
function findNamed(
  context: LoadContext,
  subject: { type: string; fullName: string },
): ComponentRecord | undefined {
  const { type, fullName } = subject
  const found = [type, ...foldersOfContent(type)]
    .map((entry) => context.workspace.find(entry, fullName))
    .find((record) => record !== undefined)
  if (found || type !== 'Document') return found
  return context.workspace.list(type).find((record) => isNamed(type, record.fullName, fullName))
}

/**
 * Why the service refuses a deletion; undefined when nothing is against it. Workflow and Flow
 * are refused whatever they hold: rules and versions have to go one by one (seen in public
 * output).
 */
async function reasonAgainst(
  context: LoadContext,
  subject: { type: string; fullName: string },
  record: ComponentRecord | undefined,
): Promise<string | undefined> {
  const { type, fullName } = subject
  if (!findType(type) && !findChildType(type)) return wording.deploy.unknownType(type)
  if (record?.manageableState === 'installed') return wording.deploy.managed(fullName)
  if (!record) return undefined
  if (context.deletions === 'refused') return wording.deploy.deletionRefused
  if (type === 'Workflow') return wording.deploy.workflowDeletion
  if (type === 'Flow' || (type === 'FlowDefinition' && context.org?.holds('keepsFlowVersions')))
    return wording.deploy.flowDeletion
  if (type === 'RecordType') return wording.deploy.recordTypeDeletion
  if (type === 'CustomObject' && !/__\w+$/.test(fullName))
    return wording.deploy.cannotDeleteStandard(fullName)
  const users = await usersOf(context, { type, fullName })
  return users.length === 0 ? undefined : wording.deploy.referenced(type, users.join(', '))
}
