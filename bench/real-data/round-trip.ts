import { join } from 'node:path'
import { zipTo } from './archives.ts'
import { archiveOf, readBranch } from './branch.ts'
import { compareTrees } from './compare.ts'
import { deploy, openOrg, retrieveTree } from './org-session.ts'
import { people, startPracticeOrg } from './practice-org.ts'
import type { World } from './world.ts'

/** The whole branch into an empty org and out again: nothing may be lost or changed on the way. */
export async function proveRoundTrip({ report, clone, work }: World): Promise<void> {
  const org = await report.step('Start an empty org', async () =>
    startPracticeOrg({ dataDir: join(work, 'empty-org'), seed: 'empty' }),
  )
  try {
    const connection = await openOrg(org.origin, people.first)
    const archivePath = join(work, 'branch.zip')
    const branch = await readBranch(clone)
    await zipTo(archivePath, archiveOf(branch))
    const result = await report.step('Deploy the whole branch into the empty org', async () =>
      deploy(connection, archivePath),
    )
    report.count('components deployed', result.numberComponentsDeployed)
    report.check(
      'the whole branch deploys',
      result.status === 'Succeeded',
      JSON.stringify(result.componentFailures.slice(0, 5)),
    )
    await report.step('Retrieve it again', async () => {
      const differences = compareTrees(branch, await retrieveTree(connection, branch.manifest))
      report.count('files compared', branch.files.length)
      report.check(
        'the same tree comes back, byte for byte',
        differences.length === 0,
        differences.join(', '),
      )
    })
  } finally {
    await org.stop()
  }
}
