import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { JobCommand } from '../durable/job-command.ts'
import type { JobCommands } from '../worker/job-runner.ts'
import { environmentTag } from '../platform/database/schema/environments.ts'
import { askPeople } from '../inquiries/ask-people.ts'
import { acquireEnvironmentLocks } from '../environments/environment-lock.ts'
import { everyCommand } from './every-command.ts'

/** The outside world of the tests: a file of lines that nobody can take back. */
export function outsideOf(dataDir: string) {
  const file = join(dataDir, 'outside')
  const read = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
  return {
    add: (line: string) => appendFileSync(file, `${line}\n`),
    count: (line: string) => read().filter((found) => found === line).length,
  }
}

/** What a flow does, in miniature: a lock, a step, a deploy, a state write, and optionally a long step and a wait, for a message or for people. */
export const scriptedCommand: JobCommand = async (ctx, run, job) => {
  const outside = outsideOf(ctx.folders.root)
  const { mainEnvironmentId, commandInput } = job
  if (mainEnvironmentId)
    await acquireEnvironmentLocks(ctx, run, {
      stackId: job.stackId,
      environmentIds: [mainEnvironmentId],
      mode: 'Exclusive',
    })
  await run.step('retrieve', async () => outside.add(`retrieve ${job.id}`))
  await run.effect('deploy', {
    kind: 'Deployment',
    intent: async () => ({ line: `deploy ${job.id}` }),
    perform: async ({ line }) => {
      outside.add(line)
      return line
    },
    reconcile: async ({ line }) => (outside.count(line) ? { done: line } : 'notDone'),
  })
  await run.transaction('parity', async (tx) => {
    if (mainEnvironmentId)
      await tx
        .insert(environmentTag)
        .values({ workspaceId: job.workspaceId, environmentId: mainEnvironmentId, name: `parity-${job.id}` })
  })
  if (typeof commandInput['longStepMs'] === 'number') {
    const milliseconds = commandInput['longStepMs']
    await run.step('long', async () => {
      outside.add(`long began ${job.id}`)
      await pause(milliseconds, undefined, { signal: run.signal })
      outside.add(`long ended ${job.id}`)
    })
  }
  const answer = commandInput['ask']
    ? await askPeople(ctx, run, { name: 'go on', subject: 'MergeConflict', prompt: { conflictId: job.id } })
    : commandInput['wait']
      ? await run.waitFor<string>('answer', 60_000)
      : null
  await run.step('clean up', async () => outside.add(`clean up ${job.id}`))
  return { outcome: 'Succeeded', output: { answer, tail: 'x' } }
}

export const scriptedCommands: JobCommands = everyCommand(scriptedCommand)
