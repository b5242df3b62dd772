import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { saysTheSame } from '@sluice/metadata/diff/says-the-same'
import { normaliseFile } from '@sluice/metadata/normalise'

const checkout = fileURLToPath(new URL('../../../../../', import.meta.url))
const archive = join(checkout, '../shared/data/merges.tar.zst')

/** Whether the real merges lie beside the checkout. */
export const hasRealMerges = existsSync(archive)

/** One file of a real merge, at a path and with a name that no other case has. */
export interface RealMerge {
  /** Below `unpackaged/`. */
  readonly path: string
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

interface StoredCase {
  readonly path: string
  readonly type: string
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Where a file of a type lies in Metadata API layout, by the number of its case. */
const places: Readonly<Record<string, (n: number) => string>> = {
  app: (n) => `applications/Case${n}.app`,
  flexipage: (n) => `flexipages/Case${n}.flexipage`,
  flow: (n) => `flows/Case${n}.flow`,
  layout: (n) => `layouts/Case${n}__c-Layout.layout`,
  object: (n) => `objects/Case${n}__c.object`,
  objectTranslation: (n) => `objectTranslations/Case${n}__c-en_US.objectTranslation`,
  permissionset: (n) => `permissionsets/Case${n}.permissionset`,
  profile: (n) => `profiles/Case${n}.profile`,
  quickAction: (n) => `quickActions/Case${n}.quickAction`,
  tab: (n) => `tabs/Case${n}.tab`,
  translation: (n) => `translations/Case${n}.translation`,
}

/** Files that the source layout keeps apart: the file of the Metadata API layout and the element that they are in it. */
const parts: Readonly<Record<string, readonly [place: string, root: string, element: string]>> = {
  field: ['object', 'CustomObject', 'fields'],
  fieldSet: ['object', 'CustomObject', 'fieldSets'],
  fieldTranslation: ['objectTranslation', 'CustomObjectTranslation', 'fields'],
  listView: ['object', 'CustomObject', 'listViews'],
  validationRule: ['object', 'CustomObject', 'validationRules'],
}

const namespace = 'xmlns="http://soap.sforce.com/2006/04/metadata"'

/** All real merges as they were committed, each in a folder of its own. Manifests are left out: a flow generates them. */
export function committedMerges(): RealMerge[] {
  return readCases().map((one, n) => ({ ...one, path: `case${n}/${one.path}` }))
}

/**
 * The real merges that an org can hold side by side, each under a name of its own. All label files are one file of an org,
 * so they become one, with names that tell the cases apart.
 */
export function orgMerges(): RealMerge[] {
  const cases = readCases()
  const labels = cases.flatMap(({ type, ...versions }, n) => (type === 'labels' ? labelsOf(n, versions) : []))
  const all = [...cases.flatMap((one, n) => placed(n, one)), ...(labels.length > 0 ? [joined(labels)] : [])]
  return all.flatMap(withChangeInOrg)
}

function readCases(): (RealMerge & { readonly type: string })[] {
  const folder = unpacked()
  const text = (name: string) => readFileSync(join(folder, 'blobs', name), 'utf8')
  const stored = readFileSync(join(folder, 'cases.jsonl'), 'utf8').trimEnd().split('\n')
  return stored
    .map((line): StoredCase => JSON.parse(line))
    .filter(({ path }) => !path.endsWith('package.xml'))
    .map(({ path, type, base, ours, theirs }) => ({
      path,
      type,
      base: text(base),
      ours: text(ours),
      theirs: text(theirs),
    }))
}

/**
 * The case with the sides so that the org's says something new: an org does not keep how a file is formatted. A case in
 * which neither side does is none.
 */
function withChangeInOrg(one: RealMerge): RealMerge[] {
  if (!saysNothingNew(one, one.theirs)) return [one]
  return saysNothingNew(one, one.ours) ? [] : [{ ...one, ours: one.theirs, theirs: one.ours }]
}

function saysNothingNew(one: RealMerge, text: string): boolean {
  const path = `unpackaged/${one.path}`
  const normal = (content: string) =>
    normaliseFile({ path, content: Buffer.from(content), apiVersion: '60.0' })
  return saysTheSame(path, normal(one.base), normal(text))
}

function unpacked(): string {
  const folder = join(checkout, '.cache/data/merges')
  if (existsSync(folder)) return folder
  mkdirSync(`${folder}.flow`, { recursive: true })
  execFileSync('tar', ['--zstd', '-xf', archive, '-C', `${folder}.flow`])
  renameSync(`${folder}.flow`, folder)
  return folder
}

type Versions = Omit<RealMerge, 'path'>

const mapVersions = ({ base, ours, theirs }: Versions, change: (text: string) => string): Versions => ({
  base: change(base),
  ours: change(ours),
  theirs: change(theirs),
})

function placed(n: number, { type, ...versions }: Versions & { readonly type: string }): RealMerge[] {
  const part = parts[type]
  const path = places[part?.[0] ?? type]?.(n)
  if (path === undefined) return []
  if (part === undefined) return [{ ...versions, path }]
  const [, root, element] = part
  const inside = mapVersions(versions, (text) => contentOf(text))
  if (Object.values(inside).includes('')) return []
  const wrap = (text: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${namespace}>\n<${element}>${text}</${element}>\n</${root}>\n`
  return [{ path, ...mapVersions(inside, wrap) }]
}

/** What stands inside of the root; nothing for a text without one. */
function contentOf(text: string): string {
  return /<[A-Z]\w*[^>]*>([^]*)<\/[A-Z]\w*>\s*$/u.exec(text)?.[1] ?? ''
}

function labelsOf(n: number, versions: Versions): Versions[] {
  const named = mapVersions(versions, (text) =>
    contentOf(text).replaceAll('<fullName>', `<fullName>Case${n}_`),
  )
  return Object.values(named).some((text) => text === '' || text.includes('<<<<<<<')) ? [] : [named]
}

function joined(labels: readonly Versions[]): RealMerge {
  const text = (side: keyof Versions) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<CustomLabels ${namespace}>\n${labels.map((one) => one[side]).join('')}</CustomLabels>\n`
  return {
    path: 'labels/CustomLabels.labels',
    base: text('base'),
    ours: text('ours'),
    theirs: text('theirs'),
  }
}
