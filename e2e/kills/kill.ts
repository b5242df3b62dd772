import { readPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { signalProcess } from '../../apps/server/src/testing/signal-process.ts'
import { join } from 'node:path'
import { type Program, answers } from '../start-product.ts'
import type { RolesProduct } from '../start-roles.ts'
import { until } from './until.ts'
import type { Victim } from './plan.ts'

export interface Kill {
  /** Milliseconds since 1970: when the victim was gone. */
  readonly killedAt: number
  /** Resolves when everything runs again. */
  readonly isBack: Promise<void>
}

/** Kills the victim as the kernel would, and starts it again at once; the product itself restarts the database. */
export async function kill(product: RolesProduct, victim: Victim): Promise<Kill> {
  const { api, worker, practiceOrg } = product
  if (victim === 'database') return killDatabase(product)
  const programs = { server: [api, worker], api: [api], worker: [worker], 'practice org': [practiceOrg] }[
    victim
  ]
  await each(programs, (program) => program.kill('SIGKILL'))
  return { killedAt: Date.now(), isBack: each(programs, (program) => program.restart()) }
}

async function each(programs: readonly Program[], act: (program: Program) => Promise<void>): Promise<void> {
  await Promise.all(programs.map(act))
}

function killDatabase({ origin, dataDir }: RolesProduct): Kill {
  const data = join(dataDir, 'postgres/data')
  const pid = readPostmaster(data)?.pid
  if (!pid) throw new Error('No PostgreSQL is running.')
  signalProcess(pid, 'SIGKILL')
  const problems = async () => {
    const now = readPostmaster(data)?.pid
    if (!now || now === pid) return ['PostgreSQL was not started again']
    return (await answers(`${origin}/health/ready`)) ? [] : ['the API is not ready']
  }
  const isBack = until(problems, 60_000).then((left) => {
    if (left.length > 0) throw new Error(left.join(', '))
  })
  return { killedAt: Date.now(), isBack }
}
