import { expect, test } from 'vitest'
import { casesOfSlice } from '../../../../tools/long/long-run.ts'
import { type Traces, crashScene, once } from '../testing/crash-scene.ts'
import { spawnWorker } from '../testing/spawn-worker.ts'
import { untilEnded } from '../testing/test-jobs.ts'

const scene = crashScene()

const points: readonly [string, Traces][] = [
  ['lock.before', once],
  ['lock.after', once],
  ['retrieve.before', once],
  ['deploy.before', once],
  ['deploy.result', once],
  ['deploy.after', once],
  ['parity.before', once],
  ['clean up.before', once],
  ['clean up.after', once],
  ['store output.before', once],
  ['store output.after', once],
  ['output.before', once],
  ['output.after', once],
  ['end.before', once],
]

test.each(casesOfSlice(points))(
  'killed at %s, the job ends by itself, with each effect once',
  async (point, traces) => {
    const victim = await spawnWorker(scene.ctx, `${point}:kill`)
    const jobId = await scene.submit()
    await victim.exited
    await scene.takeOver()
    expect(await untilEnded(scene.ctx, jobId)).toMatchObject({ outcome: 'Succeeded', error: null })
    expect(await scene.tracesOf(jobId)).toEqual(traces)
  },
)
