import * as fc from 'fast-check'

import type { KeySpec, ListRule, RuleNode } from '../../../src/type-rules.ts'
import type { Tree } from './tree.ts'

import { typeRuleRows } from '../../../src/data/type-rules.gen.ts'
import { noRules, rulesOfRoot } from '../../../src/type-rules.ts'
import { keyText } from './leaves.ts'
import { placeLists } from './place-lists.ts'
import { leaf, parent } from './tree.ts'
import { keyValues, values } from './values.ts'

/** Whether keys may stand twice in a list. */
export type Repeats = 'never' | 'sometimes'

const plainNames = ['label', 'description', 'active', 'plainValue', 'extra']
const namespace = { xmlns: 'http://soap.sforce.com/2006/04/metadata', 'xmlns:xsi': 'urn:xsi' }

/** The roots that people merge most stand as often as all others together. */
const usualRoots = [
  'Profile', 'PermissionSet', 'CustomObject', 'CustomLabels', 'Layout', 'Flow', 'Package', 'FlexiPage',
  'Translations', 'CustomObjectTranslation', 'SharingRules', 'Workflow', 'GlobalValueSet', 'Report',
] // prettier-ignore
const roots = fc.oneof(fc.constantFrom(...usualRoots), fc.constantFrom(...Object.keys(typeRuleRows)))

const attributes = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ 'xsi:nil': 'true' }, { 'xsi:type': 'xsd:string' }, { 'xsi:a': `<"'&>` }),
  },
)

/** Any metadata document of any known type: keyed, ordered and unkeyed lists inside each other, and plain leaves. */
export function documents(repeats: Repeats): fc.Arbitrary<Tree> {
  return roots.chain((root) => documentOf(root, repeats))
}

const built = new Map<string, fc.Arbitrary<Tree>>()

/** A document of one type. Built once a type: to put generators together takes longer than to use them. */
export function documentOf(root: string, repeats: Repeats): fc.Arbitrary<Tree> {
  const known = built.get(`${repeats} ${root}`)
  if (known !== undefined) return known
  const content = contentOf(rulesOfRoot(root), { repeats, depth: 2, taken: [] })
  const made = content.map((children) => ({ name: root, attributes: namespace, value: '', children }))
  built.set(`${repeats} ${root}`, made)
  return made
}

interface Below {
  readonly repeats: Repeats
  readonly depth: number
  /** Names that stand for something else here. */
  readonly taken: readonly string[]
}

/** A few blocks of different names: lists and objects that the type has, and plain leaves. */
function contentOf(rules: RuleNode, below: Below): fc.Arbitrary<Tree[]> {
  const lists = [...rules.lists.keys()]
  const objects = [...rules.below.keys()].filter((name) => !rules.lists.has(name))
  const free = (name: string): boolean => !below.taken.includes(name)
  const names = below.depth === 0 ? [] : [...lists, ...objects].filter(free)
  const leaves = plainNames.filter((name) => free(name) && !lists.includes(name) && !objects.includes(name))
  const plain = fc
    .tuple(fc.constantFrom(...leaves), values, attributes)
    .map(([name, value, found]) => [{ ...leaf(name, value), attributes: found }])
  const known = names.map((name) => blockOf(name, rules, below))
  const block =
    known.length === 0
      ? plain
      : fc.oneof({ weight: 2, arbitrary: plain }, { weight: 3, arbitrary: fc.oneof(...known) })
  const most = below.depth === 2 ? 4 : 2
  return fc
    .uniqueArray(block, { selector: ([first]) => first?.name, maxLength: most })
    .map((blocks) => blocks.flat())
}

/** The elements of one name, together as the format writes them. */
function blockOf(name: string, rules: RuleNode, below: Below): fc.Arbitrary<Tree[]> {
  const rule = rules.lists.get(name)
  const inner = rules.below.get(name) ?? noRules
  const deeper = { ...below, depth: below.depth - 1, taken: [] }
  if (rule === undefined) return contentOf(inner, deeper).map((children) => [parent(name, children)])
  const { key } = rule
  if (key.kind === 'value')
    return inOrder(
      rule,
      list(
        keyValues.map((value) => leaf(name, value)),
        key,
        below.repeats,
      ),
    )
  if (key.kind === 'fields') {
    const taken = key.alternatives.flatMap((parts) => parts.map(({ path }) => path[0] ?? ''))
    const entry = fc
      .tuple(keyOf(key), contentOf(inner, { ...deeper, taken }))
      .map(([keyed, rest]) => parent(name, [...keyed, ...rest]))
    return inOrder(rule, list(entry, key, below.repeats))
  }
  const isPlace = placeLists.has(name)
  const size = isPlace ? { minLength: 2, maxLength: 2 } : { minLength: 1, maxLength: 3 }
  const content = isPlace ? contentOf(inner, deeper) : smallContent
  return fc.array(
    content.map((children) => parent(name, children)),
    size,
  )
}

/** Entries without a key are small: a filter, a condition. */
const smallContent: fc.Arbitrary<Tree[]> = fc
  .tuple(keyValues, values)
  .map(([field, value]) => [leaf('field', field), leaf('value', value)])

function list(entry: fc.Arbitrary<Tree>, key: KeySpec, repeats: Repeats): fc.Arbitrary<Tree[]> {
  const some = fc.array(entry, { minLength: 1, maxLength: 3 })
  const distinct = fc.uniqueArray(entry, {
    selector: (tree) => keyText(tree, key),
    minLength: 1,
    maxLength: 5,
  })
  return repeats === 'never' ? distinct : fc.oneof(distinct, some)
}

function inOrder({ key, order }: ListRule, entries: fc.Arbitrary<Tree[]>): fc.Arbitrary<Tree[]> {
  if (order === 'ordered' || order === 'unordered') return entries
  const sortKey = (tree: Tree): string => keyText(tree, key) ?? ''
  return entries.map((found) => found.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)))
}

/** The children that make up a key: one of its alternatives, optional parts sometimes left out. */
function keyOf({ alternatives }: Extract<KeySpec, { kind: 'fields' }>): fc.Arbitrary<Tree[]> {
  const arbitraries = alternatives.map((parts) =>
    fc
      .tuple(
        ...parts.map(({ path, isOptional }, index) => {
          const present = keyValues.map((value) => [nested(path, value)])
          const absent: fc.Arbitrary<Tree[]> = fc.constant([])
          return isOptional && index > 0 ? fc.oneof(present, absent) : present
        }),
      )
      .map((found: Tree[][]) => found.flat()),
  )
  return fc.oneof(...arbitraries)
}

function nested(path: readonly string[], value: string): Tree {
  const [first = '', ...rest] = path
  return rest.length === 0 ? leaf(first, value) : parent(first, [nested(rest, value)])
}
