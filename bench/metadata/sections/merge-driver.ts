import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../e2e/start-product.ts'
import { peerMergeDriver } from '../contenders.ts'
import { profileVersions } from '../profiles.ts'
import { race, timeOf } from '../race.ts'
import { digits } from '../report.ts'
import type { Report } from '../report.ts'
import { emptyWorkTree, git } from '../work-tree.ts'

const fileCount = 10
const size = { fields: 100, classes: 20, objects: 5 }
const nodeAlone = 'node alone, doing nothing'
const peerName = 'peer driver'

/** `git merge` of files that both sides changed, one process a file as Git starts drivers. */
export async function mergeDriver(report: Report, { rounds }: { readonly rounds: number }): Promise<void> {
  report.title('2.5 Merge, as a Git driver')
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  try {
    await prepare(folder)
    const timings = await race(contendersIn(folder), { rounds })
    report.line(`${fileCount} files a round, ${fileCount * rounds} in all; every driver starts once a file`)
    report.timings(timings)
    const goal = "files as a Git driver, process start included: at most a quarter of the peer's time"
    const ratio = timeOf(timings, 'ours', 'cpuMs') / timeOf(timings, peerName, 'cpuMs')
    const least = timeOf(timings, nodeAlone, 'cpuMs') / timeOf(timings, peerName, 'cpuMs')
    if (Number.isNaN(ratio)) report.missing('2.5', goal, 'the peer driver')
    else
      report.goal({
        section: '2.5',
        goal,
        measured: `${digits(ratio)} of it; a Node process that does nothing takes ${digits(least)} of it`,
        reached: ratio <= 0.25,
      })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Two branches that changed every file, each in other entries. */
async function prepare(folder: string): Promise<void> {
  await emptyWorkTree(folder)
  await mkdir(join(folder, 'profiles'))
  await writeFile(join(folder, '.gitattributes'), '*.profile merge=bench\n')
  const versions = profileVersions(size)
  const commit = async (side: keyof typeof versions) => {
    for (let at = 0; at < fileCount; at += 1)
      await writeFile(join(folder, 'profiles', `P${at}.profile`), versions[side])
    await git(folder, 'add', '-A')
    await git(folder, 'commit', '--quiet', '-m', side)
  }
  await commit('base')
  await git(folder, 'branch', 'theirs')
  await commit('ours')
  await git(folder, 'branch', 'ours')
  await git(folder, 'checkout', '--quiet', 'theirs')
  await commit('theirs')
  await git(folder, 'checkout', '--quiet', 'ours')
}

function contendersIn(folder: string) {
  const merge = (name: string, driver: string, mayConflict = false) => ({
    name,
    run: async () => {
      const merging = git(
        folder,
        '-c',
        `merge.bench.driver=${driver}`,
        'merge',
        '--quiet',
        '--no-commit',
        'theirs',
      )
      await (mayConflict ? merging.catch(() => undefined) : merging)
      await git(folder, 'reset', '--hard', '--quiet', 'ours')
    },
  })
  const ours = `"${process.execPath}" "${join(root, 'apps/merge/dist/main.js')}" --driver --path %P %O %A %B`
  const peer = peerMergeDriver()
  const peerDriver = `"${process.execPath}" "${join(peer ?? '', 'bin/merge-driver.cjs')}" -O %O -A %A -B %B -P %P`
  return [
    merge('ours', ours),
    ...(peer === null ? [] : [merge(peerName, peerDriver)]),
    merge(nodeAlone, `"${process.execPath}" -e 0`),
    merge("Git's own merge of lines", 'git merge-file %A %O %B', true),
  ]
}
