import { describe, expect, test } from 'vitest'

import type { FileChange } from './diff/file-change.ts'
import type { VersionsOfFlows } from './flow-deletions.ts'

import { componentKey } from './component.ts'
import { planDelta } from './delta.ts'
import { componentChanges } from './diff/component-changes.ts'
import { entryKey } from './profile/entry-key.ts'
import { profileDelta } from './profile/profile-delta.ts'
import { bytes, component, metadataXml, text } from './testing/text.ts'

type Tree = Readonly<Record<string, string>>

/** A file's text stands for its hash. */
const readEach = (hashes: readonly string[]): Uint8Array[] => hashes.map(bytes)

const filesOf = (before: Tree, after: Tree): FileChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, before: contentOf(before, path), after: contentOf(after, path) }))

function contentOf(tree: Tree, path: string): Uint8Array | null {
  const content = tree[path]
  return content === undefined ? null : bytes(content)
}

interface LeftOut {
  readonly excluded?: ReadonlySet<string>
  readonly flowVersions?: VersionsOfFlows
}

async function delta(
  before: Tree,
  after: Tree,
  { excluded = new Set(), flowVersions = new Map() }: LeftOut = {},
): Promise<Record<string, string | null>> {
  const changes = componentChanges(filesOf(before, after), {
    isPresent: (side, directory) =>
      Object.keys(side === 'before' ? before : after).some((path) => path.startsWith(directory)),
  })
  const plan = planDelta({
    changes,
    excluded,
    flowVersions,
    headFiles: new Map(Object.entries(after)),
    readEach,
    apiVersion: '62.0',
  })
  const entries: Record<string, string | null> = {}
  for await (const { path, content } of plan.entries) entries[path] = text(content)
  return entries
}

const object = 'unpackaged/objects/Car__c.object'
const access = (name: string, enabled = 'true'): string =>
  `<classAccesses><apexClass>${name}</apexClass><enabled>${enabled}</enabled></classAccesses>`
const codeOf = (name: string): string => `unpackaged/classes/${name}.cls`
const field = (name: string): string => `<fields><fullName>${name}</fullName></fields>`

describe('the delta archive', () => {
  test('carries a changed class with its unchanged description', async () => {
    const before = { 'unpackaged/classes/A.cls': 'old', 'unpackaged/classes/A.cls-meta.xml': '<ApexClass/>' }
    const entries = await delta(before, { ...before, 'unpackaged/classes/A.cls': 'new' })
    expect(Object.keys(entries)).toEqual([
      'unpackaged/package.xml',
      'unpackaged/classes/A.cls',
      'unpackaged/classes/A.cls-meta.xml',
    ])
  })

  test('carries a bundle whole, but for its tests', async () => {
    const before = {
      'unpackaged/lwc/t/t.js': 'old',
      'unpackaged/lwc/t/t.html': 'same',
      'unpackaged/lwc/t/t.js-meta.xml': '<x/>',
      'unpackaged/lwc/t/__tests__/t.test.js': 'test',
    }
    expect(Object.keys(await delta(before, { ...before, 'unpackaged/lwc/t/t.js': 'new' }))).toHaveLength(4)
    const testChanged = { ...before, 'unpackaged/lwc/t/__tests__/t.test.js': 'other' }
    expect(await delta(before, testChanged)).toEqual({})
  })

  test('lists a new field as CustomField and carries the object reduced to it', async () => {
    const before = { [object]: metadataXml('CustomObject', field('A__c'), '<label>Car</label>') }
    const entries = await delta(before, {
      [object]: metadataXml('CustomObject', field('A__c'), field('B__c'), '<label>Car</label>'),
    })
    expect(entries['unpackaged/package.xml']).toContain('<members>Car__c.B__c</members>')
    expect(entries['unpackaged/package.xml']).not.toContain('<members>Car__c</members>')
    expect(entries[object]).toBe(metadataXml('CustomObject', field('B__c')))
  })

  test('carries an object that cannot be read as it is, for the org to refuse it by its name', async () => {
    const torn = `<CustomObject>\n<<<<<<< ours\n${field('B__c')}`
    const entries = await delta({ [object]: metadataXml('CustomObject', field('A__c')) }, { [object]: torn })
    expect(entries['unpackaged/package.xml']).toContain('<members>Car__c</members>')
    expect(entries[object]).toBe(torn)
  })

  test('names deletions in the manifest that is applied last, beside a manifest that may be empty', async () => {
    const entries = await delta(
      { 'unpackaged/classes/A.cls': 'x', 'unpackaged/classes/A.cls-meta.xml': '<ApexClass/>' },
      {},
    )
    expect(Object.keys(entries)).toEqual(['unpackaged/package.xml', 'unpackaged/destructiveChangesPost.xml'])
    expect(entries['unpackaged/destructiveChangesPost.xml']).toContain('<members>A</members>')
  })

  test('makes room first for a component that takes the name of a deleted one', async () => {
    const entries = await delta(
      {
        'unpackaged/aura/card/card.cmp': 'x',
        'unpackaged/aura/card/card.cmp-meta.xml': '<AuraDefinitionBundle/>',
      },
      {
        'unpackaged/lwc/card/card.js': 'x',
        'unpackaged/lwc/card/card.js-meta.xml': '<LightningComponentBundle/>',
      },
    )
    expect(entries['unpackaged/destructiveChangesPre.xml']).toContain('<name>AuraDefinitionBundle</name>')
    expect(entries).not.toHaveProperty('unpackaged/destructiveChangesPost.xml')
  })

  test('does not name what goes with a deleted object, but what was in a box', async () => {
    const deletedObject = await delta({ [object]: metadataXml('CustomObject', field('A__c')) }, {})
    expect(deletedObject['unpackaged/destructiveChangesPost.xml']).not.toContain('A__c')
    const workflow = metadataXml('Workflow', '<alerts><fullName>Mail</fullName></alerts>')
    const deletedBox = await delta({ 'unpackaged/workflows/Case.workflow': workflow }, {})
    expect(deletedBox['unpackaged/destructiveChangesPost.xml']).toContain('<members>Case.Mail</members>')
  })

  test('is the same bytes in whatever order the changes come', async () => {
    const names = ['B', 'a', 'C', 'Z']
    const changes = componentChanges([
      ...filesOf({}, Object.fromEntries(names.map((name) => [`unpackaged/classes/${name}.cls`, name]))),
      ...filesOf(Object.fromEntries(names.map((name) => [`unpackaged/pages/${name}.page`, name])), {}),
    ])
    const listed = async (order: typeof changes): Promise<[string, string | null][]> => {
      const rest = { excluded: new Set<string>(), apiVersion: '62.0' }
      const headFiles = new Map(names.map((name) => [`unpackaged/classes/${name}.cls`, name]))
      const { entries } = planDelta({ changes: order, headFiles, readEach, ...rest })
      const found: [string, string | null][] = []
      for await (const { path, content } of entries) found.push([path, text(content)])
      return found
    }
    expect(await listed(changes.toReversed())).toEqual(await listed(changes))
    expect((await listed(changes)).length).toBeGreaterThan(4)
  })

  test('leaves out what is excluded', async () => {
    const excluded = new Set([componentKey(component('CustomField', 'Car__c.B__c'))])
    const before = { [object]: metadataXml('CustomObject', '<label>Car</label>') }
    const entries = await delta(
      before,
      { [object]: metadataXml('CustomObject', field('B__c'), field('C__c'), '<label>Car</label>') },
      { excluded },
    )
    expect(entries[object]).toBe(metadataXml('CustomObject', field('C__c')))
  })

  test('what makes room for an addition stays while that addition is left out', () => {
    const [old, renamed] = ['unpackaged/classes/alpha.cls', 'unpackaged/classes/ALPHA.cls']
    const changes = componentChanges(
      filesOf(
        { [old]: 'a', [object]: metadataXml('CustomObject', field('a__c')) },
        { [renamed]: 'A', [object]: metadataXml('CustomObject', field('A__c')) },
      ),
    )
    const excluded = new Set(
      [component('ApexClass', 'ALPHA'), component('CustomField', 'Car__c.A__c')].map(componentKey),
    )
    const plan = planDelta({
      changes,
      excluded,
      headFiles: new Map(),
      readEach: () => [],
      apiVersion: '62.0',
    })
    expect([plan.destructivePre, plan.destructivePost, plan.isEmpty]).toEqual([[], [], true])
  })

  test('is empty when nothing can be deployed', () => {
    const changes = componentChanges(filesOf({}, { 'unpackaged/classes/ns__A.cls': 'x' }))
    const plan = planDelta({
      changes,
      excluded: new Set(),
      headFiles: new Map(),
      readEach: () => [],
      apiVersion: '62.0',
    })
    expect(plan.isEmpty).toBe(true)
    expect(plan.undeployable).toHaveLength(1)
  })
})

describe('a deleted flow', () => {
  const path = 'unpackaged/flows/Remind.flow'
  const deletion = (versions: VersionsOfFlows) => delta({ [path]: '<Flow/>' }, {}, { flowVersions: versions })

  test('goes by its versions, and its definition switches it off before', async () => {
    const entries = await deletion(new Map([['Remind', { numbers: [10, 2], isActive: true }]]))
    const manifest = entries['unpackaged/destructiveChangesPost.xml'] ?? ''
    expect(manifest.match(/<members>.*<\/members>/gu)).toEqual([
      '<members>Remind-10</members>',
      '<members>Remind-2</members>',
    ])
    expect(entries['unpackaged/package.xml']).toContain('<name>FlowDefinition</name>')
    expect(entries['unpackaged/flowDefinitions/Remind.flowDefinition']).toContain(
      '<activeVersionNumber>0</activeVersionNumber>',
    )
  })

  test('that is not active needs no definition, and one that the org does not have no deployment', async () => {
    const inactive = await deletion(new Map([['Remind', { numbers: [1], isActive: false }]]))
    expect(Object.keys(inactive)).toEqual(['unpackaged/package.xml', 'unpackaged/destructiveChangesPost.xml'])
    expect(await deletion(new Map([['Remind', { numbers: [], isActive: false }]]))).toEqual({})
  })
})

describe('a profile that changed', () => {
  const path = 'unpackaged/profiles/Sales.profile'
  const before = metadataXml('Profile', access('A'), access('B'), access('C'))
  const head = metadataXml('Profile', access('C', 'false'))

  async function profileIn(excluded: readonly string[]): Promise<string> {
    const changes = componentChanges([
      { path, before: bytes(before), after: bytes(head) },
      { path: codeOf('A'), before: bytes('a'), after: null },
    ])
    const profile = profileDelta({ base: bytes(before), head: bytes(head), revokes: true })
    const plan = planDelta({
      changes,
      excluded: new Set(excluded),
      profiles: new Map(profile === null ? [] : [[path, profile]]),
      headFiles: new Map([[path, head]]),
      readEach,
      apiVersion: '62.0',
    })
    for await (const entry of plan.entries) if (entry.path === path) return text(entry.content) ?? ''
    return ''
  }

  test('revokes no access to a class that the same deployment deletes', async () => {
    const written = await profileIn([])
    expect(written.match(/<apexClass>.<|<enabled>.*?</gu)).toEqual([
      '<apexClass>B<',
      '<enabled>false<',
      '<apexClass>C<',
      '<enabled>false<',
    ])
  })

  test('revokes it where the class stays, and leaves out what the org refused', async () => {
    const refused = entryKey(component('Profile', 'Sales'), 'classAccesses C')
    const written = await profileIn([componentKey(component('ApexClass', 'A')), refused])
    expect(written.match(/<apexClass>.</gu)).toEqual(['<apexClass>A<', '<apexClass>B<'])
  })
})
