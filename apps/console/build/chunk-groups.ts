import { join } from 'node:path'

/** The part of the bundler's module graph that the grouping reads. */
interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

const source = join(import.meta.dirname, '../src')
/** Where the tree of routes puts the component of a page, apart from what the address needs before it is shown. */
const pages = (...names: string[]) =>
  names.map((name) => join(source, `${name}.route.tsx?tsr-split=component`))

const rootsOf = {
  base: [join(source, 'app/main.tsx')],
  /** The pages before the sign-in. */
  visitor: pages(
    'features/auth/sign-in',
    'features/auth/register',
    'features/auth/forgot-password',
    'features/auth/reset-password',
  ),
  /** What every list has. */
  table: [join(source, 'platform/tables/data-table.tsx'), join(source, 'platform/tables/table-toolbar.tsx')],
  /** The pages that people open most: the lists, and the page of a job. */
  usual: pages(
    'features/environments/environments',
    'features/jobs/jobs',
    'features/job-page/job',
    'features/members/members',
    'features/invitations/invitations',
    'features/stacks/stacks',
    'features/schedules/schedules',
    'features/apex-test-runs/test-runs',
    'features/difference-page/difference',
    'features/repository/branches',
  ),
  /** The calls of the contract, without which no page behind the sign-in has data. */
  api: [join(import.meta.dirname, '../../../packages/contract/dist/api.js')],
  /** What surrounds the pages behind it. */
  frame: pages(
    'app/shell',
    'features/auth/signed-in',
    'features/workspaces/workspace',
    'features/stacks/stack',
  ),
}
type ChunkName = keyof typeof rootsOf

/** The text editor without its languages. */
const editor =
  /\/node_modules\/(@codemirror\/(?!lang-)|@lezer\/(common|highlight|lr)\/|@marijn\/|style-mod\/|crelt\/|w3c-keyname\/)/

/**
 * Every page imports these, through index files only. Queries of several calls at once are left out, because visitors need none.
 */
const query =
  /\/node_modules\/@tanstack\/(react-query|query-core)\/(?!.*\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)[.])/
const form =
  /\/(react-hook-form\/|@hookform\/|src\/platform\/(forms\/|ui\/multi-combobox[.])|job-submission\/flow-\w+-form[.])/

/** Modules of a few lines each, which pages of every kind import. */
const small = /\/(lucide-react|@tanstack)\//
/** Modules that belong to no feature, or to the one that all pages of a stack import. */
const ofNoFeature =
  /\/(src\/platform\/(?!forms)|src\/features\/current-stack|packages\/contract|lucide-react|@base-ui|@tanstack)\/?/

interface ChunkGroup {
  name: string | ((id: string, modules: Modules) => string | null)
  priority: number
  test?: RegExp
  minShareCount?: number
}

/**
 * Groups modules by the surroundings that need them, so that what many pages share travels in few files: `base` for
 * all, then what both surroundings need, then what one of them needs. Whatever is left belongs to single pages.
 */
export function chunkGroups(): ChunkGroup[] {
  const reached = new Map<string, Set<string>>()
  const isIn = (name: ChunkName, id: string, modules: Modules) => {
    const ids = reached.get(name) ?? reachedFrom(rootsOf[name], modules)
    reached.set(name, ids)
    return ids.has(id)
  }
  const group = (name: string, priority: number, ...of: ChunkName[]): ChunkGroup => ({
    name: (id, modules) => (of.every((one) => isIn(one, id, modules)) ? name : null),
    priority,
  })
  return [
    { name: 'editor', test: editor, priority: 90 },
    group('base', 50, 'base'),
    { name: 'forms', test: /\/node_modules\/(react-hook-form|@hookform)\//, priority: 45 },
    group('api', 40, 'api'),
    {
      name: (id, modules) =>
        query.test(id) ||
        (isIn('visitor', id, modules) && (isIn('table', id, modules) || isIn('frame', id, modules)))
          ? 'controls'
          : null,
      priority: 30,
    },
    group('frame', 26, 'frame'),
    group('visitor', 26, 'visitor'),
    group('table', 24, 'table'),
    ...sharedByPlace((id, modules) => isIn('usual', id, modules)),
  ]
}

/**
 * Groups the remaining modules that several pages or dialogs share by their place, with modules of usual pages apart from modules
 * that only other pages and dialogs load.
 */
const sharedByPlace = (isUsual: IsUsual): ChunkGroup[] => [
  {
    name: 'select',
    test: /\/(@base-ui\/react\/select\/|platform\/ui\/select[.])/,
    priority: 21,
    minShareCount: 2,
  },
  {
    name: 'combobox',
    test: /\/(@base-ui\/react\/combobox\/|platform\/ui\/multi-combobox[.])/,
    priority: 20,
    minShareCount: 2,
  },
  {
    name: (id, modules) => (small.test(id) || isUsual(id, modules) ? 'frame' : null),
    test: ofNoFeature,
    priority: 18,
    minShareCount: 2,
  },
  // What imports the editor stands apart from modules that pages without an editor share.
  { name: 'code', test: /\/src\/platform\/code\//, priority: 17, minShareCount: 2 },
  { name: 'details', test: ofNoFeature, priority: 16, minShareCount: 2 },
  { name: 'fields', test: /\/src\/platform\/forms\//, priority: 14, minShareCount: 2 },
  ofFeatures('usual', 12, isUsual),
  ofFeatures('details', 11, isUsual),
  ofFeatures('forms', 10, isUsual),
]

type Kind = 'usual' | 'details' | 'forms'

const ofFeatures = (kind: Kind, priority: number, isUsual: IsUsual): ChunkGroup => ({
  name: (id, modules) => {
    const feature = /\/src\/features\/([\w-]+)\//.exec(id)?.[1]
    return feature !== undefined && kindOf(id, modules, isUsual) === kind ? `${feature}-${kind}` : null
  },
  priority,
  minShareCount: 2,
})

type IsUsual = (id: string, modules: Modules) => boolean

/** Classifies a shared module of a feature by what loads it. Modules of forms stand apart, because a page opens no form at first. */
function kindOf(id: string, modules: Modules, isUsual: IsUsual): Kind {
  if (isUsual(id, modules)) return 'usual'
  const isForm = [...reachedFrom([id], modules)].some(
    (each) => form.test(each) || modules.getModuleInfo(each)?.importedIds.some((used) => form.test(used)),
  )
  return isForm ? 'forms' : 'details'
}

/**
 * All of ours that is imported from the roots on, save by dynamic imports. What it uses of packages joins its group by
 * itself; their index files would name all that nobody uses, too.
 */
function reachedFrom(roots: readonly string[], modules: Modules): Set<string> {
  const reached = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    const module = modules.getModuleInfo(id)
    if (!module && roots.includes(id)) throw new Error(`${id} is no module; chunk-groups.ts names it.`)
    waiting.push(...(module?.importedIds ?? []).filter((imported) => !imported.includes('/node_modules/')))
  }
  return reached
}
