import type { MetadataType } from '../registry/metadata-types.ts'
import { keyOf } from '../store/component-record.ts'
import { canonicalise } from '../xml/canonical.ts'
import { branch, textOf } from '../xml/element.ts'
import type { XmlElement } from '../xml/element.ts'
import { parseXml, XmlError } from '../xml/parse.ts'
import { writeFragment } from '../xml/write.ts'
import { fail, isWanted } from './load-context.ts'
import type { LoadContext } from './load-context.ts'
import { failure, success } from './messages.ts'
import type { Unit } from './units.ts'
import { wording } from '../wording.ts'

/**
 * Lays a file that holds components of their own (an object, labels, a workflow) over the stored one. Only what the
 * manifest names changes: a file with one field adds or changes this field and touches nothing else.
 */
export async function loadComposite(context: LoadContext, type: MetadataType, unit: Unit): Promise<void> {
  const path = `${type.directory}/${unit.fullName}.${type.suffix}`
  const before = await context.workspace.document(path)
  const stored = before ?? branch(type.name, [])
  const named = namedElements(stored)
  let isTouched = false
  for (const source of unit.paths) {
    const deployed = await readSource(context, unit, source)
    if (deployed === undefined) continue
    const fileName = context.fileName(source)
    if (deployed.name === type.name) {
      const isPart = mergeFile(context, { type, unit, path, stored, named, deployed, fileName })
      isTouched ||= isPart
    } else
      fail(
        context,
        { type: type.name, fullName: unit.fullName, fileName },
        wording.deploy.wrongRoot(deployed.name),
      )
  }
  if (!isTouched) return
  canonicalise(stored)
  sortChildren(stored, new Set((type.children ?? []).map((child) => child.element)))
  context.workspace.putDocument(path, stored)
}

/**
 * One of the files that a seed may have of a composite. One that is no XML is left out alone, with a message: what the others
 * brought is in the workspace already.
 */
async function readSource(
  context: LoadContext,
  { type, fullName }: Unit,
  source: string,
): Promise<XmlElement | undefined> {
  const text = (await context.read(source)).toString('utf8')
  try {
    return canonicalise(parseXml(text))
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const subject = { type, fullName, fileName: context.fileName(source) }
    context.messages.push(failure(subject, wording.deploy.parsing(error.message), error))
    return undefined
  }
}

/** One deployed file on its way into the stored document. */
interface Merge {
  type: MetadataType
  unit: Unit
  path: string
  stored: XmlElement
  /** The stored elements by their names: a label file has thousands. */
  named: Map<string, XmlElement>
  deployed: XmlElement
  fileName: string
}

/**
 * Takes the wanted children, and the parent's own elements when the manifest names the parent.
 * A file that brings nothing wanted fails with `Not in package.xml`.
 */
function mergeFile(context: LoadContext, merge: Merge): boolean {
  const { type, unit, deployed, path, fileName } = merge
  const parentWanted = isWanted(context, type.name, unit.fullName)
  const childElements = new Map((type.children ?? []).map((child) => [child.element, child]))
  const parentKey = keyOf(type.name, unit.fullName)
  let known = context.workspace.find(type.name, unit.fullName)
  if (parentWanted) known = mergeOwn(context, merge, new Set(childElements.keys())) ?? known
  let taken = 0
  for (const element of deployed.children) {
    const child = childElements.get(element.name)
    if (!child) continue
    const name = textOf(element, 'fullName')
    if (name === undefined || name === '') {
      fail(context, { type: child.name, fullName: unit.fullName, fileName }, wording.deploy.missingFullName)
      continue
    }
    const fullName = child.global ? name : `${unit.fullName}.${name}`
    const excluded = context.excluded.has(keyOf(child.name, fullName)) || context.excluded.has(parentKey)
    if (excluded || !(parentWanted || isWanted(context, child.name, fullName))) continue
    taken++
    if (!known) known = context.workspace.touch({ type: type.name, fullName: unit.fullName, files: [path] })
    const flags = replaceNamed(merge, element)
    const record =
      flags.changed || !context.workspace.find(child.name, fullName)
        ? context.workspace.touch({ type: child.name, fullName, files: [], parent: parentKey })
        : context.workspace.find(child.name, fullName)
    const subject = { type: child.name, fullName, fileName, ...(record ? { id: record.id } : {}) }
    context.messages.push(success(subject, flags))
  }
  if (!parentWanted && taken === 0) {
    if (!context.excluded.has(parentKey) && context.excluded.size === 0)
      fail(context, { type: type.name, fullName: unit.fullName, fileName }, wording.deploy.notInPackage)
    return false
  }
  return true
}

/**
 * Replaces the elements that belong to the parent itself, name by name: names that the file
 * does not mention stay. Returns the parent's record.
 */
function mergeOwn(
  context: LoadContext,
  merge: Merge,
  childElements: ReadonlySet<string>,
): ReturnType<LoadContext['workspace']['find']> {
  const { type, unit, stored, deployed, path, fileName } = merge
  const own = deployed.children.filter((element) => !childElements.has(element.name))
  const ownNames = new Set(own.map((element) => element.name))
  const before = stored.children
    .filter((element) => ownNames.has(element.name))
    .map(writeFragment)
    .join('\n')
  const changed = before !== own.map(writeFragment).join('\n')
  stored.children = [...stored.children.filter((element) => !ownNames.has(element.name)), ...own]
  stored.attributes = { ...stored.attributes, ...deployed.attributes }
  const known = context.workspace.find(type.name, unit.fullName)
  const record =
    known && !changed
      ? known
      : context.workspace.touch({ type: type.name, fullName: unit.fullName, files: [path] })
  const subject = { type: type.name, fullName: unit.fullName, fileName, id: record.id }
  context.messages.push(success(subject, { changed: !known || changed, created: !known }))
  return record
}

function nameIn(element: XmlElement): string {
  return `${element.name}/${textOf(element, 'fullName') ?? ''}`
}

function namedElements(stored: XmlElement): Map<string, XmlElement> {
  return new Map(stored.children.map((element) => [nameIn(element), element]))
}

/** Gives a named element the content of its namesake, or adds it. */
function replaceNamed({ stored, named }: Merge, element: XmlElement): { created: boolean; changed: boolean } {
  const before = named.get(nameIn(element))
  if (!before) {
    stored.children.push(element)
    named.set(nameIn(element), element)
    return { created: true, changed: true }
  }
  const changed = writeFragment(before) !== writeFragment(element)
  delete before.comment
  Object.assign(before, element)
  return { created: false, changed }
}

/** Nested components are written in the order of their full names. */
function sortChildren(root: XmlElement, childElements: ReadonlySet<string>): void {
  const names = new Map(root.children.map((element) => [element, textOf(element, 'fullName') ?? '']))
  root.children.sort((a, b) => {
    if (a.name !== b.name || !childElements.has(a.name)) return 0
    const [left, right] = [names.get(a) ?? '', names.get(b) ?? '']
    return left < right ? -1 : left > right ? 1 : 0
  })
}
