import type { ComponentIdentity, ContentItem } from '../component.ts'
import type { UndeployableReason } from '../deploy-rules.ts'
import type { ComponentPath } from '../paths.ts'
import type { ChangedFile, ChangeType } from './file-change.ts'

import { compareComponents, componentKey } from '../component.ts'
import { deployabilityOf } from '../deploy-rules.ts'
import { componentOfPath, pathsOfComponent } from '../paths.ts'
import { isCompositeType } from '../registry.ts'
import { compositeDifference } from './composite-difference.ts'
import { sameContent } from './same-content.ts'
import { differInText } from './text-difference.ts'

/** One piece of a component that came, changed or went. */
export interface ContentItemChange {
  readonly item: ContentItem
  readonly changeType: ChangeType
}

/**
 * One changed component. Nested components are changes of their own, with `parent`; their composite is a change as well
 * only when it came, went, or its own content changed.
 */
export interface ComponentChange {
  readonly identity: ComponentIdentity
  readonly changeType: ChangeType
  readonly parent: ComponentIdentity | null
  readonly contentItems: readonly ContentItemChange[]
  /** The files that show the change, below the metadata directory. */
  readonly paths: readonly string[]
  readonly isComposite: boolean
  readonly alwaysSingleContentItem: boolean
  readonly canDeployAdd: boolean
  readonly canDeployModify: boolean
  readonly canDeployDelete: boolean
  /** Set when a deployment cannot make this very change. */
  readonly undeployableReason?: UndeployableReason
}

/** What the changed files alone do not tell. */
export interface ComponentChangesOptions {
  /** Whether anything lies in a bundle's directory (ends with `/`); without it the bundle's description file decides. */
  readonly isPresent?: (side: 'before' | 'after', directory: string) => boolean
}

/** Gathers changed files one by one and keeps none of their contents. */
export interface ComponentChangeCollector {
  add(file: ChangedFile): void
  /** The components that the files mean, sorted by type and name. */
  changes(options?: ComponentChangesOptions): ComponentChange[]
}

/**
 * The components that changed files mean, sorted by type and name.
 * Spelling (indent, entities, form of empty elements) is no change; files of no component are left out. Raises nothing: a
 * composite that cannot be read counts as one piece.
 */
export function componentChanges(
  files: Iterable<ChangedFile>,
  options: ComponentChangesOptions = {},
): ComponentChange[] {
  const collector = collectComponentChanges()
  for (const file of files) collector.add(file)
  return collector.changes(options)
}

/**
 * Whether a changed file has to be read to know what its change means. Not where its existence says enough: a file that
 * is no metadata XML and differs in its bytes, or one that came or went and holds no components inside it.
 */
export function contentMatters(path: string, isOnBothSides: boolean): boolean {
  const located = componentOfPath(path)
  return located !== null && (located.isComposite || (located.isXml && isOnBothSides))
}

/** The same as `componentChanges` for files that come one by one. */
export function collectComponentChanges(): ComponentChangeCollector {
  const wholes = new Map<string, WholeFiles>()
  const changes: ComponentChange[] = []
  return {
    add: (file) => {
      const located = componentOfPath(file.path)
      if (located === null) return
      const nested = located.isComposite ? compositeChanges(file, located.identity) : null
      if (nested !== null) changes.push(...nested)
      else if (!isSameContent(file, located)) addWhole(wholes, located, file)
    },
    changes: (options = {}) =>
      [
        ...changes,
        ...withDescriptions([...wholes.values()]).map((whole) => wholeChange(whole, options)),
      ].toSorted((a, b) => compareComponents(a.identity, b.identity)),
  }
}

/** A component whose files count as they are, and which of them changed. */
interface WholeFiles {
  readonly identity: ComponentIdentity
  readonly files: WholeFile[]
}

interface WholeFile {
  readonly path: string
  readonly changeType: ChangeType
}

function addWhole(wholes: Map<string, WholeFiles>, { identity }: ComponentPath, file: ChangedFile): void {
  const whole = { path: file.path, changeType: fileChangeType(file) }
  const key = componentKey(identity)
  const known = wholes.get(key)
  const files = known?.files ?? []
  files.push(whole)
  // One name may be spelt in two ways, `%28` or `(`: that of the file which is there afterwards counts.
  const isThere = known === undefined || whole.changeType !== 'Deleted'
  wholes.set(key, { identity: isThere ? identity : known.identity, files })
}

/**
 * In source layout the description of a document, `X.document-meta.xml`, does not tell that an org calls the document
 * `X.png`: it belongs to the content that changed too. Alone it stands for the document.
 */
function withDescriptions(wholes: readonly WholeFiles[]): WholeFiles[] {
  const descriptions = wholes.filter(isDescription)
  const others = wholes.filter((whole) => !isDescription(whole))
  const byName = new Map(descriptions.map((whole) => [documentName(whole), whole]))
  const joined = others.map((whole) => {
    const description = byName.get(documentName(whole))
    return description === undefined ? whole : { ...whole, files: [...whole.files, ...description.files] }
  })
  const described = new Set(others.map(documentName))
  return [...joined, ...descriptions.filter((whole) => !described.has(documentName(whole)))]
}

function isDescription({ files }: WholeFiles): boolean {
  return files.every(({ path }) => path.endsWith('.document-meta.xml'))
}

/** The name without the extension of its file; null for what is no document. */
function documentName(whole: WholeFiles): string | null {
  const { packageName, componentType, componentName } = whole.identity
  if (componentType !== 'Document') return null
  const name = isDescription(whole) ? componentName : componentName.replace(/\.[^./]*$/u, '')
  return `${packageName}/${name}`
}

/** Metadata XML may be the same in other bytes. */
function isSameContent({ before, after }: ChangedFile, { isXml }: ComponentPath): boolean {
  if (!(before instanceof Uint8Array) || !(after instanceof Uint8Array)) return false
  return !differInText(before, after) && sameContent(before, after, isXml)
}

function wholeChange({ identity, files }: WholeFiles, options: ComponentChangesOptions): ComponentChange {
  const contentItems = files.map(({ path, changeType }) => {
    const name = path.slice(identity.packageName.length + 1)
    return { item: { type: 'File' as const, name }, changeType }
  })
  const paths = files.map((file) => file.path)
  return describe(identity, changeTypeOf(identity, files, options), { parent: null, contentItems, paths })
}

function changeTypeOf(
  identity: ComponentIdentity,
  files: readonly WholeFile[],
  options: ComponentChangesOptions,
): ChangeType {
  const places = pathsOfComponent(identity)
  if (places.directory === null) {
    const main =
      files.find((file) => file.path === places.files[0]) ??
      (files.length === 1 && places.files.length < 2 ? files[0] : undefined)
    return main?.changeType ?? 'Modified'
  }
  const { isPresent } = options
  if (isPresent !== undefined) {
    if (!isPresent('before', places.directory)) return 'Added'
    return isPresent('after', places.directory) ? 'Modified' : 'Deleted'
  }
  const description = files.find((file) => file.path.endsWith('-meta.xml'))
  return description?.changeType ?? 'Modified'
}

function fileChangeType(file: ChangedFile): ChangeType {
  if (file.before === null) return 'Added'
  return file.after === null ? 'Deleted' : 'Modified'
}

/**
 * Null when the new side cannot be read as a composite: then the file counts as one piece. An old side that cannot be
 * read tells nothing: everything in the new one counts as added.
 */
function compositeChanges(file: ChangedFile, identity: ComponentIdentity): ComponentChange[] | null {
  const { path, before, after } = file
  if (before === 'unread' || after === 'unread') return null
  const difference =
    compositeDifference({ path, before, after }) ??
    (after === null ? null : compositeDifference({ path, before: null, after }))
  if (difference === null) return null
  const paths = [path]
  const nested = difference.nested.map((change) => {
    const { componentType, componentName } = change.identity
    const item = {
      type: 'NestedComponent' as const,
      name: componentName,
      identity: { componentType, componentName },
    }
    return { change, item: { item, changeType: change.changeType } }
  })
  const goesWithParent = difference.own === 'Deleted' && deployabilityOf(identity).canDeployDelete
  const changes = nested.map(({ change, item }) => {
    const described = describe(change.identity, change.changeType, {
      parent: identity,
      contentItems: [item],
      paths,
    })
    return goesWithParent ? withoutReason(described) : described
  })
  if (difference.own === null) return changes
  const ownItem = {
    item: { type: 'CompositeComponentContent' as const, name: identity.componentName },
    changeType: difference.own,
  }
  const contentItems = [ownItem, ...nested.map(({ item }) => item)]
  return [describe(identity, difference.own, { parent: null, contentItems, paths }), ...changes]
}

/** What is inside a composite goes with it, also where it could not be deleted alone. */
function withoutReason(change: ComponentChange): ComponentChange {
  const { undeployableReason, ...described } = change
  return undeployableReason === undefined ? change : described
}

function describe(
  identity: ComponentIdentity,
  changeType: ChangeType,
  rest: Pick<ComponentChange, 'parent' | 'contentItems' | 'paths'>,
): ComponentChange {
  const { deleteReason, ...rules } = deployabilityOf(identity)
  const isComposite = isCompositeType(identity.componentType)
  const change = {
    identity,
    changeType,
    ...rest,
    isComposite,
    alwaysSingleContentItem: !isComposite,
    ...rules,
  }
  if (changeType === 'Deleted')
    return deleteReason === null ? change : { ...change, undeployableReason: deleteReason }
  const possible = changeType === 'Added' ? rules.canDeployAdd : rules.canDeployModify
  return possible ? change : { ...change, undeployableReason: 'ComponentIsNotDeployable' }
}
