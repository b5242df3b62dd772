import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startGitStarter } from '@sluice/git/git-starter'
import { runGit } from '@sluice/git/git'
import { sized } from './sized.ts'

/**
 * What the start of a Git process costs a process of some size, directly and by the Git starter: time for each of
 * 100 runs of `git --version`, one after the other, and the longest time that the event loop stood still meanwhile.
 */
const runs = sized(100, 2)
const sizes = sized([0, 200, 500], [0, 1])

async function measure(): Promise<{ milliseconds: number; longestPause: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const begun = performance.now()
  for (let run = 0; run < runs; run += 1) await runGit({ args: ['--version'] })
  const milliseconds = (performance.now() - begun) / runs
  delay.disable()
  return { milliseconds, longestPause: delay.max / 1e6 }
}

const held: Buffer[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)
say('| added memory | directly | longest pause | by the starter | longest pause | ratio |')
say('|--:|--:|--:|--:|--:|--:|')
for (const size of sizes) {
  while (held.length < size) held.push(Buffer.alloc(1024 * 1024, 1))
  await measure()
  const direct = await measure()
  const starter = await startGitStarter()
  await measure()
  const byStarter = await measure()
  await starter.stop()
  const cells = [direct.milliseconds, direct.longestPause, byStarter.milliseconds, byStarter.longestPause]
  const ratio = direct.milliseconds / byStarter.milliseconds
  say(`| ${size} MiB | ${cells.map((value) => `${value.toFixed(1)} ms`).join(' | ')} | ${ratio.toFixed(1)} |`)
}
