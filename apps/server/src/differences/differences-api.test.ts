import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { problemOf } from '../api/testing/test-app.ts'
import { lookAtBranches } from '../looks/branch-look.ts'
import { git } from '../git-host/testing/plain-git.ts'
import { stackWatch } from '../platform/database/schema/differences.ts'
import { environment } from '../platform/database/schema/environments.ts'
import { stack as stackTable } from '../platform/database/schema/stacks.ts'
import { newId } from '../platform/ids.ts'
import { repositoryWorld } from '../repository/testing/repository-world.ts'
import { commitFiles } from '../repository/testing/write-files.ts'
import { packedFile } from './difference-lists.ts'
import { findDifference, replaceFiles, saveDifference } from './difference-store.ts'

const world = repositoryWorld()
const classes = 'src/unpackaged/classes'
const label = (text: string, other = 'Same') => `<?xml version="1.0" encoding="UTF-8"?>
<CustomLabels xmlns="http://soap.sforce.com/2006/04/metadata">
    <labels>
        <fullName>Greeting</fullName>
        <language>en_US</language>
        <protected>false</protected>
        <shortDescription>Greeting</shortDescription>
        <value>${text}</value>
    </labels>
    <labels>
        <fullName>Other</fullName>
        <language>en_US</language>
        <protected>false</protected>
        <shortDescription>Other</shortDescription>
        <value>${other}</value>
    </labels>
</CustomLabels>
`
const labels = 'unpackaged/labels/CustomLabels.labels'
const meta =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"/>\n'

const ids = { production: newId(), sandbox: newId() }
const made = { first: '', second: '' }
const stack = world.sharedStack(async (hosted) => {
  const { ctx } = world.app.current
  made.first = await commitFiles(
    hosted,
    {
      '.sluiceinclude': 'unpackaged/~/ApexClass\nunpackaged/~/CustomLabels\nunpackaged/~/CustomLabel\n',
      [`${classes}/A.cls`]: 'class A {}\n',
      [`${classes}/A.cls-meta.xml`]: meta,
      [`src/${labels}`]: label('Hello'),
    },
    { message: 'First' },
  )
  await git(hosted.clone, 'push', '--quiet', 'origin', 'HEAD:refs/heads/env/qa')
  made.second = await commitFiles(
    hosted,
    { [`${classes}/A.cls`]: 'class A {\n  Integer n;\n}\n', [`src/${labels}`]: label('Hi') },
    { message: 'Second', author: 'Bob Example <bob@example.com>', date: '2026-02-03T04:05:06Z' },
  )
  const { workspaceId, stackId } = hosted.params
  const common = {
    workspaceId,
    stackId,
    isInitialized: true,
    latestKnownParityCommitHash: made.first,
    latestKnownParityCommitHashOutbound: made.first,
  }
  const owner = { workspaceId, stackId, environmentId: ids.production }
  await ctx.database.asSystem(async (tx) => {
    await tx.insert(environment).values([
      { ...common, id: ids.production, slug: 'p', name: 'P', gitBranchName: 'main', isProduction: true },
      { ...common, id: ids.sandbox, slug: 'qa', name: 'QA', gitBranchName: 'env/qa', isProduction: false },
    ])
    const content = packedFile(Buffer.from(label('Hello', 'Changed in Setup')))
    await replaceFiles(tx, owner, { side: 'org', files: [{ path: labels, content }] })
    await saveDifference(tx, owner, { orgState: 'ready', orgLookedUtc: new Date(), orgMethod: 'list' })
  })
  await lookAtBranches(ctx, hosted.params, new AbortController().signal)
})

const api = () => stack.current.owner.client.differences
const of = (environmentId = ids.production) => ({ ...stack.current.params, environmentId })

test('the numbers of a stack tell each side, and asking for them marks the stack as looked at', async () => {
  const { params } = stack.current
  const { differences } = await api().list({ params })
  const production = differences.find(({ environmentId }) => environmentId === ids.production)
  expect(production).toMatchObject({
    toDeploy: 2,
    changedInOrg: 1,
    onBothSides: 0,
    conflicts: 0,
    branch: { state: 'ready', reason: null, commitsAhead: 1, headCommitHash: made.second },
    org: { state: 'ready', reason: null, method: 'list' },
  })
  const sandbox = differences.find(({ environmentId }) => environmentId === ids.sandbox)
  expect(sandbox).toMatchObject({
    toDeploy: 0,
    changedInOrg: null,
    org: { lookedAtUtc: null },
  })
  const [watch] = await world.app.current.ctx.database.asSystem((tx) =>
    tx.select().from(stackWatch).where(eq(stackWatch.stackId, params.stackId)),
  )
  expect(Date.now() - (watch?.watchedUtc.getTime() ?? 0)).toBeLessThan(60_000)
})

test('the list names components of both sides, and the commits ahead', async () => {
  const { components, commits } = await api().listComponents({ params: of() })
  const bob = {
    who: 'Bob Example',
    changedUtc: '2026-02-03T04:05:06.000Z',
    wasLeftOut: false,
    leftOut: null,
    isDeployable: true,
  }
  expect(components).toEqual([
    {
      componentType: 'ApexClass',
      componentName: 'A',
      outbound: { changeType: 'Modified', ...bob },
      inbound: null,
      merge: null,
    },
    {
      componentType: 'CustomLabel',
      componentName: 'Greeting',
      outbound: { changeType: 'Modified', ...bob },
      inbound: null,
      merge: null,
    },
    {
      componentType: 'CustomLabel',
      componentName: 'Other',
      outbound: null,
      inbound: { changeType: 'Modified', who: null, changedUtc: null },
      merge: null,
    },
  ])
  expect(commits).toMatchObject([{ hash: made.second, subject: 'Second', authorName: 'Bob Example' }])
})

test('a component of the branch has lines, sentences and commits', async () => {
  const query = { componentType: 'CustomLabel', componentName: 'Greeting' }
  const shown = await api().getComponent({ params: of(), query })
  expect(shown.inbound).toEqual([])
  expect(shown.commits.map(({ subject }) => subject)).toEqual(['Second'])
  expect(shown.outbound).toMatchObject([
    { path: `src/${labels}`, changeType: 'Modified', kind: 'text', isShared: true, sentenceCount: 1 },
  ])
  expect(shown.outbound[0]?.sentences).toEqual(['labels Greeting: value Hello → Hi'])
  const changed = shown.outbound[0]?.hunks[0]?.lines.filter((line) => !line.startsWith(' '))
  expect(changed).toEqual(['-        <value>Hello</value>', '+        <value>Hi</value>'])
})

test('a component of the org has lines and sentences without a call to the org', async () => {
  const query = { componentType: 'CustomLabel', componentName: 'Other' }
  const shown = await api().getComponent({ params: of(), query })
  expect([shown.outbound, shown.commits]).toEqual([[], []])
  expect(shown.inbound[0]?.sentences).toEqual(['labels Other: value Same → "Changed in Setup"'])
})

test('sync debt counts what production has and the branch of a sandbox lacks, with its age', async () => {
  const { sandboxes } = await api().listSyncDebt({ params: stack.current.params })
  expect(sandboxes).toEqual([
    { environmentId: ids.sandbox, commits: 1, components: 2, oldestUtc: '2026-02-03T04:05:06.000Z' },
  ])
})

test('"Check now" asks for a look at the org', async () => {
  await api().check({ params: of(ids.sandbox) })
  const { ctx } = world.app.current
  const row = await ctx.database.asSystem((tx) => findDifference(tx, ids.sandbox))
  expect(row?.orgAskedUtc).not.toBeNull()
  const { difference } = await api().listComponents({ params: of(ids.sandbox) })
  expect(difference.org.state).toBe('looking')
})

test('a component that does not differ is not found, nor is anything by strangers', async () => {
  const query = { componentType: 'ApexClass', componentName: 'B' }
  expect((await problemOf(api().getComponent({ params: of(), query }))).type).toBe('entityNotFound')
  const stranger = await world.app.current.signIn()
  const asked = stranger.client.differences.listComponents({ params: of() })
  expect((await problemOf(asked)).type).toBe('entityNotFound')
})

test('the preview of a flow merge lists the components that the target lacks and those that are deployed', async () => {
  const query = { sourceEnvironmentId: ids.production, noSourceIn: 'true' as const }
  const preview = await api().previewMerge({ params: of(ids.sandbox), query })
  const bob = { changeType: 'Modified', who: 'Bob Example', changedUtc: '2026-02-03T04:05:06.000Z' }
  const names = [
    { componentType: 'ApexClass', componentName: 'A' },
    { componentType: 'CustomLabel', componentName: 'Greeting' },
  ]
  const known = { wasLeftOut: false, leftOut: null, isDeployable: true, inOrg: null, overwritesOrg: false }
  expect(preview).toEqual({
    state: 'predicted',
    predictionId: expect.stringMatching(/^[0-9a-f]{64}$/),
    source: { commitHash: made.second, flowIn: 'leftOut', orgLookedAtUtc: null, orgChanges: null },
    target: { commitHash: made.first, flowIn: 'unknown', orgLookedAtUtc: null, orgChanges: null },
    commits: 1,
    conflicts: [],
    conflictCount: 0,
    undecidedCount: 0,
    endsBecause: null,
    warnings: [],
    warningCount: 0,
    merged: names.map((name) => ({ ...name, ...bob, isUndecided: false })),
    deployed: names.map((name) => ({ ...name, ...bob, ...known, isUndecided: false })),
  })
})

test('a component of a predicted flow merge has the lines and sentences of the merge and of the deployment', async () => {
  const query = {
    sourceEnvironmentId: ids.production,
    noSourceIn: 'true' as const,
    componentType: 'CustomLabel',
    componentName: 'Greeting',
  }
  const files = await api().getMergedComponent({ params: of(ids.sandbox), query })
  if (files.state === 'unknown') throw new Error(files.reason)
  const [file] = files.merged
  expect(file).toMatchObject({ changeType: 'Modified', kind: 'text', isCut: false, isShared: true })
  expect(file?.sentences).toEqual(['labels Greeting: value Hello → Hi'])
  const changed = file?.hunks[0]?.lines.filter((line) => !line.startsWith(' '))
  expect(changed).toEqual(['-        <value>Hello</value>', '+        <value>Hi</value>'])
  expect(files.deployed).toEqual(files.merged)
  expect(files.merged).toHaveLength(1)
  const other = { ...query, componentName: 'Other' }
  const asked = api().getMergedComponent({ params: of(ids.sandbox), query: other })
  expect((await problemOf(asked)).type).toBe('entityNotFound')
})

test('a flow merge of an environment into itself is not predicted', async () => {
  const query = { sourceEnvironmentId: ids.sandbox }
  const unknown = { state: 'unknown', reason: 'The same environment cannot be both source and target.' }
  expect(await api().previewMerge({ params: of(ids.sandbox), query })).toEqual(unknown)
  const one = { ...query, componentType: 'ApexClass', componentName: 'A' }
  expect(await api().getMergedComponent({ params: of(ids.sandbox), query: one })).toEqual(unknown)
})

test('a source environment of another stack or workspace, or one that does not exist, is not found', async () => {
  const other = await world.newStack()
  const foreign = newId()
  const sibling = newId()
  const { ctx } = world.app.current
  const { workspaceId, stackId } = stack.current.params
  const siblingStack = newId()
  const common = { isInitialized: true, isProduction: false, slug: 'other', name: 'Other' }
  await ctx.database.asSystem(async (tx) => {
    const [row] = await tx.select().from(stackTable).where(eq(stackTable.id, stackId))
    if (row === undefined) throw new Error('The stack is gone.')
    await tx.insert(stackTable).values({ ...row, id: siblingStack, slug: siblingStack, name: siblingStack })
    await tx.insert(environment).values([
      { ...common, id: foreign, ...other.params, gitBranchName: 'other' },
      { ...common, id: sibling, workspaceId, stackId: siblingStack, gitBranchName: 'other' },
    ])
  })
  for (const sourceEnvironmentId of [foreign, sibling, newId()]) {
    const asked = api().previewMerge({ params: of(ids.sandbox), query: { sourceEnvironmentId } })
    expect((await problemOf(asked)).type).toBe('entityNotFound')
    const one = { sourceEnvironmentId, componentType: 'ApexClass', componentName: 'A' }
    const files = api().getMergedComponent({ params: of(ids.sandbox), query: one })
    expect((await problemOf(files)).type).toBe('entityNotFound')
  }
  const stranger = await world.app.current.signIn()
  const query = { sourceEnvironmentId: ids.production }
  const asked = stranger.client.differences.previewMerge({ params: of(ids.sandbox), query })
  expect((await problemOf(asked)).type).toBe('entityNotFound')
})
