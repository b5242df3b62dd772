import { flowInResult } from '@sluice/contract/job-commands/flow-in'
import { flowOutResult } from '@sluice/contract/job-commands/flow-out-result'
import { listMetadata } from '@sluice/salesforce/metadata/list'
import { readBranch } from './branch.ts'
import { changesBetween, compareTrees, differingFiles, setDifference } from './compare.ts'
import { planEdits, type EditPlan } from './edits.ts'
import { deployEdits, openOrg, retrieveTree } from './org-session.ts'
import { people } from './practice-org.ts'
import { metadataDirectory, type World } from './world.ts'

/** Changes the org as another person, flows in, and compares what arrived with what was done. */
export async function flowInChanges(world: World): Promise<EditPlan> {
  const { report, product, client, place, clone } = world
  const plan = await planFrom(world, 'org', new Set())
  const connection = await openOrg(product.practiceOrgOrigin, people.second)
  await report.step('Make 25 changes and 3 deletions in the org', async () => {
    const result = await deployEdits(connection, plan.edits)
    report.check(
      'the org took the changes',
      result.status === 'Succeeded',
      JSON.stringify(result.componentFailures),
    )
  })
  const before = (await clone.git('rev-parse', 'HEAD')).trim()
  await report.step('Flow in', async () =>
    client.runJob(
      place,
      { jobCommandName: 'FlowIn', jobTemplate: { environmentFilter: { include: { all: true } } } },
      flowInResult,
    ),
  )
  await clone.git('pull', '--quiet', '--ff-only')
  const log = (await clone.git('log', '--reverse', '--format=%an', '--name-status', `${before}..HEAD`)).trim()
  const commits = log.split(/\n(?=[^\t\n]+\n\n)/)
  report.count('commits', commits.length)
  const changesBy = commits.filter((commit) => /^[AM]\t(?!.*package\.xml$)/m.test(commit))
  report.check(
    'all changes came as one commit with the name of their author',
    changesBy.length === 1 && changesBy[0]?.startsWith(`${people.second.name}\n`) === true,
    log,
  )
  const changes = await changesBetween(clone, before)
  const changed = setDifference(changes.changed, plan.changedPaths)
  report.check('exactly the changed files changed', changed.length === 0, changed.join(' '))
  const deleted = setDifference(changes.deleted, plan.deletedPaths)
  report.check('exactly the deleted files went', deleted.length === 0, deleted.join(' '))
  const different = await differingFiles(clone, plan)
  report.check('the files hold what the org was given', different.length === 0, different.join(' '))
  return plan
}

/** Pushes changes, flows out, and compares the whole org with the branch. */
export async function flowOutChanges(world: World, earlier: EditPlan): Promise<void> {
  const { report, client, place, clone } = world
  const taken = new Set([...earlier.changedPaths, ...earlier.deletedPaths])
  const plan = await planFrom(world, 'git', taken)
  await report.step('Make 25 changes and 3 deletions in Git and push', async () => {
    for (const edit of plan.edits) {
      for (const { path, content } of edit.files) {
        if (edit.kind === 'deleted') await clone.remove(`${metadataDirectory}/${path}`)
        else await clone.write(`${metadataDirectory}/${path}`, content)
      }
    }
    await clone.git('add', '--all')
    await clone.git('commit', '--quiet', '-m', 'Change many things')
    await clone.git('push', '--quiet')
  })
  const { output } = await report.step('Flow out', async () =>
    client.runJob(
      place,
      {
        jobCommandName: 'FlowOut',
        jobTemplate: { environmentFilter: { include: { all: true } }, noConfirm: true },
      },
      flowOutResult,
    ),
  )
  report.count('components deployed', output.successes.length)
  report.check('the flow out succeeded', output.isSuccessful, JSON.stringify(output.attempts.at(-1)))
  report.check('nothing was left behind', output.failures.length === 0, JSON.stringify(output.failures))
  report.check(
    'exactly the changed components were deployed',
    output.successes.length === 28,
    String(output.successes.length),
  )
  await clone.git('pull', '--quiet', '--ff-only')
  await compareWithOrg(world, plan)
}

/** The org must now hold what the branch holds, and nothing of what was deleted. */
async function compareWithOrg({ report, product, clone }: World, plan: EditPlan): Promise<void> {
  const connection = await openOrg(product.practiceOrgOrigin, people.second)
  await report.step('Compare the org with the branch', async () => {
    const branch = await readBranch(clone)
    const differences = compareTrees(branch, await retrieveTree(connection, branch.manifest))
    report.count('files compared', branch.files.length)
    report.check('the org equals the branch, byte for byte', differences.length === 0, differences.join(', '))
    const names = new Set(
      (await listMetadata(connection, [{ type: 'ApexClass' }])).map(({ fullName }) => fullName),
    )
    const gone = plan.edits
      .filter((edit) => edit.kind === 'deleted')
      .map((edit) => edit.identity.componentName)
    report.check(
      'the deleted classes are gone from the org',
      gone.every((name) => !names.has(name)),
      gone.join(' '),
    )
  })
}

async function planFrom(
  { report, clone }: World,
  label: string,
  taken: ReadonlySet<string>,
): Promise<EditPlan> {
  const prefix = `${metadataDirectory}/`
  const paths = (await clone.files())
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
  const plan = await planEdits({ paths, read: async (path) => clone.read(prefix + path), taken, label })
  const changed = plan.edits.filter((edit) => edit.kind !== 'deleted').length
  report.check(
    'there are 25 changes and 3 deletions to make',
    changed === 25 && plan.edits.length === 28,
    `${changed}`,
  )
  return plan
}
