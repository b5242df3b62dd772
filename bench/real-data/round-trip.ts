import { join } from 'node:path'
import { compareTrees } from './compare.ts'
import { deploy, openOrg, retrieveTree } from './org-session.ts'
import { people, startPracticeOrg } from './practice-org.ts'
import { metadataDirectory, type World } from './world.ts'

/** The whole branch into an empty org and out again: nothing may be lost or changed on the way. */
export async function proveRoundTrip({ report, clone, work }: World): Promise<void> {
  const org = await report.step('Start an empty org', async () =>
    startPracticeOrg({ dataDir: join(work, 'empty-org'), seed: 'empty' }),
  )
  try {
    const connection = await openOrg(org.origin, people.first)
    const archivePath = join(work, 'branch.zip')
    await clone.git('archive', '--format=zip', '-o', archivePath, `HEAD:${metadataDirectory}/unpackaged`)
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
      const manifest = await clone.read(`${metadataDirectory}/unpackaged/package.xml`)
      const { compared, differences } = await compareTrees(clone, await retrieveTree(connection, manifest))
      report.count('files compared', compared)
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
