import { listNested, reduceComposite } from '@sluice/metadata/composite'
import { componentKey, type ComponentIdentity } from '@sluice/metadata/component'
import { componentOfPath } from '@sluice/metadata/paths'
import { apexClass } from './apex-classes.ts'

/** One change to a component: what its file becomes in a working copy, and the part of it that a deployment carries. */
export interface Edit {
  kind: 'modified' | 'added' | 'deleted'
  identity: ComponentIdentity
  /** Below the metadata directory. More than one for a class. */
  files: { path: string; content: Uint8Array; deployed: Uint8Array }[]
}

export interface EditPlan {
  edits: Edit[]
  changedPaths: Set<string>
  deletedPaths: Set<string>
}

export interface EditSource {
  paths: readonly string[]
  read(path: string): Promise<Uint8Array>
  /** Paths that an earlier plan has touched already. */
  taken: ReadonlySet<string>
  /** Part of the changed texts and of the names of new classes. */
  label: string
}

const classPath = /^unpackaged\/classes\/(RD_\w+)\.cls$/

/** 25 changes (twelve classes, five new ones, four custom fields, four others) and three deleted classes. */
export async function planEdits(source: EditSource): Promise<EditPlan> {
  const free = source.paths.filter((path) => !source.taken.has(path))
  const classes = free.filter((path) => classPath.test(path))
  const edits = [
    ...(await Promise.all(classes.slice(0, 12).map(async (path) => editClass(source, path)))),
    ...Array.from({ length: 5 }, (_, index) => newClass(`RD_${source.label}New${index}`, index)),
    ...(await take(4, objectFiles(free), async (path) => editField(source, path))),
    ...(await take(4, labelledFiles(free), async (path) => editLabel(source, path))),
    ...classes.slice(12, 15).map((path) => deleteClass(path)),
  ]
  const files = (kinds: readonly Edit['kind'][]): Set<string> =>
    new Set(
      edits.filter((edit) => kinds.includes(edit.kind)).flatMap((edit) => edit.files.map(({ path }) => path)),
    )
  return { edits, changedPaths: files(['modified', 'added']), deletedPaths: files(['deleted']) }
}

/** The first edits that are possible, one per file. */
async function take(
  count: number,
  paths: readonly string[],
  edit: (path: string) => Promise<Edit | null>,
): Promise<Edit[]> {
  const edits: Edit[] = []
  for (const path of paths) {
    if (edits.length === count) break
    const made = await edit(path)
    if (made !== null) edits.push(made)
  }
  return edits
}

async function editClass(source: EditSource, path: string): Promise<Edit> {
  const text = Buffer.from(await source.read(path)).toString('utf8')
  const content = Buffer.from(text.replace(/\}\n$/, `\n    // ${source.label}: grüße aus dem Wandel\n}\n`))
  return { kind: 'modified', identity: identityOf(path), files: [{ path, content, deployed: content }] }
}

function fileOf(path: string, text: string): Edit['files'][number] {
  const content = Buffer.from(text)
  return { path, content, deployed: content }
}

function newClass(name: string, size: number): Edit {
  const { body, meta } = apexClass(name, size)
  const path = `unpackaged/classes/${name}.cls`
  return {
    kind: 'added',
    identity: identityOf(path),
    files: [fileOf(path, body), fileOf(`${path}-meta.xml`, meta)],
  }
}

function deleteClass(path: string): Edit {
  const content = Buffer.alloc(0)
  const files = [path, `${path}-meta.xml`].map((filePath) => ({ path: filePath, content, deployed: content }))
  return { kind: 'deleted', identity: identityOf(path), files }
}

const objectFiles = (paths: readonly string[]): string[] =>
  paths.filter((path) => /^unpackaged\/objects\/.*\.object$/.test(path))

/** Changes the description of one custom field inside its object's file. */
async function editField(source: EditSource, path: string): Promise<Edit | null> {
  const content = Buffer.from(await source.read(path))
  const described = /<description>[^<]+<\/description>/
  const field = listNested(path, content).find(
    ({ identity, elementText }) => identity.componentType === 'CustomField' && described.test(elementText),
  )
  if (field === undefined) return null
  const changedText = field.elementText.replace(
    described,
    `<description>Changed by ${source.label}</description>`,
  )
  const changed = Buffer.from(content.toString('utf8').replace(field.elementText, () => changedText))
  const nested = new Set([componentKey(field.identity)])
  const deployed = reduceComposite({ path, content: changed, nested, ownContent: false })
  return { kind: 'modified', identity: field.identity, files: [{ path, content: changed, deployed }] }
}

const labelledFiles = (paths: readonly string[]): string[] => [
  ...paths.filter((path) => path.startsWith('unpackaged/quickActions/')),
  ...paths.filter((path) => path.startsWith('unpackaged/flexipages/')),
  ...paths.filter((path) => path.startsWith('unpackaged/permissionsets/')),
]

/** Changes the label of a component whose file is its own. */
async function editLabel(source: EditSource, path: string): Promise<Edit | null> {
  const text = Buffer.from(await source.read(path)).toString('utf8')
  const labels = /^ {4}<(label|masterLabel)>[^<]+</m
  if (!labels.test(text)) return null
  const content = Buffer.from(
    text.replace(labels, (_, name: string) => `    <${name}>Changed by ${source.label}<`),
  )
  return { kind: 'modified', identity: identityOf(path), files: [{ path, content, deployed: content }] }
}

function identityOf(path: string): ComponentIdentity {
  const located = componentOfPath(path)
  if (located === null) throw new Error(`no component lies at ${path}`)
  return located.identity
}
