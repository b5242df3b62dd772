import type { Environment } from '@sluice/contract/environment'
import type { JobWithNotices } from '@sluice/contract/job'
import { type Answers, forever } from './answers.ts'
import { differenceAnswers, sampleDifference } from './difference-samples.ts'
import { renderAt, type Surroundings } from './render-at.tsx'
import {
  environmentAnswers,
  id,
  sampleEnvironment,
  sampleJob,
  sampleMember,
  sampleStack,
  sampleWorkspace,
} from './samples.ts'

interface Scene {
  readonly job: Partial<JobWithNotices>
  /** The output artifact of the job. */
  readonly result: unknown
  readonly environments?: readonly Environment[]
  /** Whether the visitor is a Reader of the workspace, who may not change an org. */
  readonly isReader?: boolean
  readonly difference?: ReturnType<typeof sampleDifference>
  readonly answers?: Answers
  readonly pushed?: Surroundings['pushed']
}

/** Opens the page of an ended job. The server accepts a job that is started from there. */
export function openJobOfResult(scene: Scene) {
  const { job, result, isReader = false, difference = sampleDifference(), answers = {}, pushed } = scene
  const output = { id: id(79), name: 'output.json', type: 'Output' as const, sizeBytes: 1_000 }
  const ended = sampleJob({ status: 'Ended', outcome: 'Succeeded', artifacts: [output], ...job })
  const provisioned = {
    wasProvisioned: true,
    jobDetails: sampleJob({ id: id(700) }),
    validationErrors: [],
    missingAuthorizationDetails: [],
  }
  const readers = { ownerUserId: id(91), members: [sampleMember({ accessLevel: 'Reader' })] }
  return renderAt(`/workspaces/acme/stacks/core-crm/jobs/${id(70)}`, {
    pushed: {
      jobs: [ended],
      differences: [difference],
      stacks: [sampleStack({ environments: [...(scene.environments ?? [sampleEnvironment()])] })],
      ...(isReader && { workspace: sampleWorkspace(readers) }),
      ...pushed,
    },
    answers: {
      ...environmentAnswers,
      ...answers,
      differences: { ...differenceAnswers, ...answers.differences },
      jobs: {
        downloadArtifact: { downloadUrl: '/api/artifacts/token' },
        readArtifact: result,
        subscribeToProgress: forever,
        provision: [provisioned],
      },
    },
  })
}
