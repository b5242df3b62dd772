import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitWorld, password, pushedRepository } from '../../git-host/testing/git-world.ts'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/read-config.ts'
import { Deadline } from '../../platform/deadline.ts'
import { commitLimits } from '../../stacks/commit-limits.ts'
import { withDatabase } from '../../testing/with-database.ts'
import { concludeError } from '../../worker/job-outcome.ts'
import { openMirror } from './mirror.ts'

const world = gitWorld(withDatabase())

test('a head that stands for too many files is refused with the path and the limit, in the words of the job', async () => {
  const { hosted, ada, head } = await pushedRepository(world)
  const url = `${world.origin()}/git/${hosted.name}.git`
  const credential = { username: ada.emailAddress, password, allowHttpOrigin: world.origin() }
  const signal = new AbortController().signal
  const mirror = await openMirror({
    work: { path: await mkdtemp(join(world.folder(), 'work-')) },
    remote: async () => ({ url, ...credential }),
    limit: () => ({ signal, deadline: new Deadline(systemClock, 60_000) }),
    commitLimits: commitLimits(readConfig({}).config),
  })
  expect(await mirror.fetch('main')).toBe(await head())
  writeHostileHead(hosted.gitDir)
  const { error } = concludeError(await mirror.fetch('main').catch((reason: unknown) => reason))
  expect(error).toEqual({
    message: 'The folder "d0" holds more than 300,000 files and folders.',
    details: null,
  })
})

/** As the host of somebody else may hold it. */
function writeHostileHead(gitDir: string): void {
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.com', '-C', gitDir, ...args], {
      input,
    })
      .toString()
      .trim()
  let tree = git(['rev-parse', 'main^{tree}'])
  for (let level = 0; level < 4; level += 1) {
    const line = (_: unknown, index: number) => `040000 tree ${tree}\td${index}\n`
    tree = git(['mktree'], Array.from({ length: 60 }, line).join(''))
  }
  git(['update-ref', 'refs/heads/main', git(['commit-tree', '-p', 'main', '-m', 'Hostile', tree])])
}
