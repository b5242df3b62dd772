import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diffFolders } from '@sluice/git/diff-tree'
import { runGit } from '@sluice/git/git'
import { contender } from '../contenders.ts'
import { blobsOf, writeDelta } from '../delta.ts'
import { explainDifferences } from '../delta-answers.ts'
import type { PeerAnswer } from '../delta-answers.ts'
import { peakMegabytes } from '../peak-memory.ts'
import { race, timeOf } from '../race.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { orgRepository, vastRepository } from '../repositories.ts'
import type { TwoCommits } from '../repositories.ts'
import { emptyWorkTree, git } from '../work-tree.ts'
import { sized } from '../../sized.ts'

interface PeerModule {
  readonly default: (config: object) => Promise<{ readonly diffs: PeerAnswer }>
}

const fileCount = sized(50_000, 400)
const changeCount = sized(200, 20)
const floor = 'diff-tree + cat-file'
const peerName = 'sfdx-git-delta'

/** From two commits to the archive of a deployment. */
export async function deltaSection(
  report: Report,
  { rounds, long }: { readonly rounds: number; readonly long: boolean },
): Promise<void> {
  report.title('5.2 Flow out')
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  try {
    await usual(report, { folder, rounds })
    await vast(report, { folder, rounds, long })
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface DeltaRun {
  readonly folder: string
  readonly rounds: number
  /** Whether the benchmark also measures the large repository. */
  readonly long: boolean
}

async function usual(report: Report, { folder, rounds }: Omit<DeltaRun, 'long'>): Promise<void> {
  const commits = await orgRepository({ files: fileCount, changes: changeCount })
  report.line(`${changeCount} changes in ${fileCount} files`)
  const task = { ...commits, archive: join(folder, 'delta.zip') }
  const peer = await contender<PeerModule>(peerName)
  const config = {
    from: commits.from,
    to: commits.to,
    repo: await cloneFor(commits, folder),
    source: ['./'],
    output: join(folder, 'peer'),
    generateDelta: true,
    ignoreWhitespace: false,
    apiVersion: 62,
  }
  // Both write where nothing is: what overwriting takes is neither's.
  const ours = { name: 'ours', prepare: () => rm(task.archive, { force: true }), run: () => writeDelta(task) }
  const anew = async () => {
    await rm(config.output, { recursive: true, force: true })
    await mkdir(config.output)
  }
  const byPeer = peer === null ? [] : [{ name: peerName, prepare: anew, run: () => peer.default(config) }]
  const timings = await race([{ name: floor, run: () => bare(commits) }, ours, ...byPeer], {
    rounds,
    warmUps: 3,
  })
  report.timings(timings)
  const timesOurs = (name: string, clock: 'warmMs' | 'cpuMs') =>
    timeOf(timings, name, clock) / timeOf(timings, 'ours', clock)
  const overFloor = 1 / timesOurs(floor, 'cpuMs')
  report.goal({
    section: '5.2',
    goal: `delta of ${changeCount} changes in ${fileCount} files: at most 3 times ${floor} of the same blobs`,
    measured: `${digits(overFloor)} times`,
    reached: overFloor <= 3,
  })
  const goal = `the same delta: at least 10 times faster than ${peerName} with the same answer`
  if (peer === null) return report.missing('5.2', goal, peerName)
  // Faster is who is done sooner: Git runs beside us on the second core.
  const ratio = timesOurs(peerName, 'warmMs')
  const { diffs } = await peer.default(config)
  const { isSame, summary, lines } = explainDifferences(await writeDelta(task), diffs)
  for (const line of lines) report.line(line)
  report.goal({
    section: '5.2',
    goal,
    measured: `${digits(ratio)} times by the clock (${digits(timesOurs(peerName, 'cpuMs'))} of processor time); ${summary}`,
    reached: ratio >= 10 && isSame,
  })
}

/** The peer wants a repository with a working copy; it reads objects only, so that it may be empty. */
async function cloneFor({ repository, to }: TwoCommits, folder: string): Promise<string> {
  const clone = join(folder, 'clone')
  await emptyWorkTree(clone)
  await writeFile(join(clone, '.git/objects/info/alternates'), `${join(repository.gitDir, 'objects')}\n`)
  await git(clone, 'update-ref', 'HEAD', to)
  return clone
}

/** What any tool has to ask of Git. */
async function bare({ repository, from, to }: TwoCommits): Promise<number> {
  const files = await diffFolders(repository, { from, to })
  const input = Buffer.from(`${blobsOf(files).join('\n')}\n`)
  return (await runGit({ repository, args: ['cat-file', '--batch'], input })).stdout.length
}

async function vast(report: Report, { folder, rounds, long }: DeltaRun): Promise<void> {
  const goal = '2,000 changes in 500,000 files: at most 5 s warm'
  if (!long) return report.missing('5.2', goal, '--long')
  const commits = await vastRepository(
    sized({ files: 500_000, changes: 2_000 }, { files: 1_000, changes: 10 }),
  )
  const task = { ...commits, archive: join(folder, 'vast.zip') }
  report.line('\n2,000 changes in 500,000 files')
  const timings = await race([{ name: 'ours', run: () => writeDelta(task) }], { rounds })
  report.timings(timings)
  const seconds = timeOf(timings, 'ours', 'cpuMs') / 1000
  report.goal({ section: '5.2', goal, measured: `${digits(seconds)} s`, reached: seconds <= 5 })
  const peak =
    peakMegabytes('delta', [commits.repository.gitDir, commits.from, commits.to]) -
    peakMegabytes('nothing', [])
  const most = 'memory of a delta bounded by the largest file plus 64 MB'
  report.goal({
    section: '5.2',
    goal: most,
    measured: `${peak} MB over an idle process`,
    reached: peak <= 64,
  })
}
