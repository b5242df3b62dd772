import { noteInAuditTrail } from './audit-trail.ts'
import { sourceOfFiles } from './deploy/archive.ts'
import { defaultOptions } from './deploy/deploy-result.ts'
import type { DeployMessage } from './deploy/deploy-result.ts'
import { attemptDeployment } from './deploy/run-deployment.ts'
import { newId } from './ids.ts'
import type { Org } from './org.ts'
import type { OrgUser } from './org-state.ts'
import { findChildType, findType } from './registry/metadata-types.ts'
import { manifestType } from './registry/manifest-type.ts'
import { mainPathOf } from './registry/paths.ts'
import { keyOf, ownName } from './store/component-record.ts'
import { trackChanges } from './tracking.ts'
import { branch, leaf, textOf } from './xml/element.ts'
import { parseXml, XmlError } from './xml/parse.ts'
import { writeFragment, writeXml } from './xml/write.ts'

/** A change that a person makes in the browser: new texts for a component's files, or its deletion. */
export interface Edit {
  type: string
  fullName: string
  /** Texts by path; for a nested component one text under any name. Undefined deletes the component. */
  files?: Record<string, string>
  /** The component keeps its author and date: some changes in Setup do not touch them. */
  keepsDate?: boolean
  /** When the change was made, as an ISO text; now when it is missing. */
  date?: string
}

/** What became of an edit: it is saved when there are no problems. `id` names it in the journal. */
export interface EditResult {
  id: string
  problems: DeployMessage[]
}

/**
 * Makes an edit as a user, with the checks of a deployment but without tests. It waits for its
 * turn among the deployments. Problems are results, nothing is thrown for content. `isTracked:
 * false` leaves source tracking alone, as change sets do.
 */
export async function editComponent(
  org: Org,
  change: { user: OrgUser; edit: Edit; isTracked?: boolean },
): Promise<EditResult> {
  const { user, edit } = change
  const id = newId('0AX')
  let files: Map<string, Buffer>
  try {
    files = edit.files ? filesOf(edit, edit.files) : deletionOf(edit)
  } catch (error) {
    if (error instanceof XmlError) return { id, problems: [problemOf(edit, error)] }
    throw error
  }
  return org.deploys.exclusively(async () => {
    const author = {
      userId: user.id,
      date: edit.date ?? new Date().toISOString(),
      keepsDates: edit.keepsDate === true,
    }
    const options = { ...defaultOptions(), singlePackage: true }
    const attempt = await attemptDeployment(org, sourceOfFiles(files), {
      options,
      author,
      tick: () => Promise.resolve(),
    })
    const problems = attempt.messages.filter((message) => !message.success)
    if (problems.length > 0 || attempt.workspace.changes.length === 0) return { id, problems }
    const journal = {
      id,
      kind: 'edit' as const,
      orgId: org.info.id,
      userId: user.id,
      time: author.date,
      checkOnly: false,
      components: attempt.workspace.changes,
    }
    await org.store.commit(attempt.workspace.toChange(journal))
    await noteInAuditTrail(org, attempt.workspace.changes, author)
    if (change.isTracked !== false) await trackChanges(org, attempt.workspace.changes, author)
    return { id, problems }
  })
}

/**
 * The text of a component as the setup pages show it: whole files by path, or the element of a
 * nested component under its parent's path. Binary files are left out. Undefined when there is
 * no such component.
 */
export async function readComponent(
  org: Org,
  type: string,
  fullName: string,
): Promise<Record<string, string> | undefined> {
  const record = org.store.find(type, fullName)
  if (!record) return undefined
  if (record.parent === undefined) {
    const files: Record<string, string> = {}
    for (const path of record.files) {
      const content = await org.store.read(path)
      if (!content.includes(0)) files[path] = content.toString('utf8')
    }
    return files
  }
  const child = findChildType(type)
  const parent = org.store.find(
    record.parent.slice(0, record.parent.indexOf('/')),
    record.parent.slice(record.parent.indexOf('/') + 1),
  )
  const path = parent?.files[0]
  if (!child || path === undefined) return undefined
  const root = parseXml(await org.store.readText(path))
  const name = child.child.global ? fullName : ownName(record)
  const element = root.children.find(
    (entry) => entry.name === child.child.element && textOf(entry, 'fullName') === name,
  )
  return element && { [path]: writeFragment(element) }
}

/** An edit as the files of an archive; a nested component is wrapped in its parent's element. */
function filesOf(edit: Edit, texts: Record<string, string>): Map<string, Buffer> {
  const child = findChildType(edit.type)
  const files = new Map<string, Buffer>([['package.xml', manifest([edit])]])
  if (!child) {
    for (const [path, text] of Object.entries(texts))
      files.set(path, Buffer.from(text.replaceAll('\r\n', '\n')))
    return files
  }
  const text = Object.values(texts)[0] ?? ''
  const element = parseXml(text.replaceAll('\r\n', '\n'))
  const parentName = child.child.global ? 'CustomLabels' : edit.fullName.slice(0, edit.fullName.indexOf('.'))
  const root =
    element.name === child.parent.name
      ? element
      : branch(child.parent.name, [{ ...element, name: child.child.element }])
  files.set(mainPathOf(child.parent, parentName), Buffer.from(writeXml(root)))
  return files
}

/**
 * A deletion as an archive with an empty package.xml, which the service demands beside a
 * destructive manifest.
 */
function deletionOf(edit: Edit): Map<string, Buffer> {
  return new Map([
    ['package.xml', manifest([])],
    ['destructiveChanges.xml', manifest([edit])],
  ])
}

function manifest(edits: Pick<Edit, 'type' | 'fullName'>[]): Buffer {
  const types = edits.map((edit) =>
    branch('types', [
      leaf('members', edit.fullName),
      leaf('name', findType(edit.type) || findChildType(edit.type) ? edit.type : manifestType(edit.type)),
    ]),
  )
  return Buffer.from(writeXml(branch('Package', types)))
}

function problemOf(edit: Edit, error: XmlError): DeployMessage {
  return {
    changed: false,
    columnNumber: error.column,
    componentType: edit.type,
    created: false,
    createdDate: new Date().toISOString(),
    deleted: false,
    fileName: keyOf(edit.type, edit.fullName),
    fullName: edit.fullName,
    lineNumber: error.line,
    problem: `Error parsing file: ${error.message}`,
    problemType: 'Error',
    success: false,
  }
}
