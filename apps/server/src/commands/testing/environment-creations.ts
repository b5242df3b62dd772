import type { InquiryAnswer } from '@sluice/contract/inquiry'
import { eq } from 'drizzle-orm'
import { environment } from '../../platform/database/schema/environments.ts'
import { inquiry } from '../../platform/database/schema/inquiries.ts'
import { answerInquiry, pendingQuestion } from './answer-inquiry.ts'
import type { FlowStack, FlowWorld } from './flow-world.ts'
import { ended, submit } from './run-job.ts'

/** What a Developer sandbox needs beside its name: the group that `createGroup(flow, 'Builders')` makes. */
export const ofBuilders = { sfdcSandboxActivationUserGroupName: 'Builders' }

/** Jobs that create environments of one stack, each named as its sandbox, with the branch `env/<name>`. */
export function environmentCreations(world: FlowWorld, flow: () => FlowStack) {
  const inWorkspace = <T>(body: Parameters<typeof world.ctx.database.inWorkspace<T>>[2]) =>
    world.ctx.database.inWorkspace(flow().workspaceId, null, body)
  const start = (name: string, settings: object = ofBuilders) =>
    submit(world.ctx, flow(), {
      jobCommandName: 'CreateEnvironment',
      jobTemplate: {
        environmentName: name,
        gitBranchName: `env/${name}`,
        sfdcSandboxName: name,
        ...settings,
      },
    })
  const endOf = (jobId: string) => ended(world.ctx, flow(), jobId)
  return {
    start,
    endOf,
    creates: async (name: string, settings?: object) => endOf(await start(name, settings)),
    rowOf: async (name: string) => {
      const [row] = await inWorkspace((tx) => tx.select().from(environment).where(eq(environment.name, name)))
      return row
    },
    questionOf: (jobId: string) => pendingQuestion(world.ctx, flow(), jobId),
    storedQuestion: async (inquiryId: string) => {
      const [row] = await inWorkspace((tx) => tx.select().from(inquiry).where(eq(inquiry.id, inquiryId)))
      return row
    },
    answer: (jobId: string, inquiryId: string, given: InquiryAnswer) =>
      answerInquiry(world.ctx, flow(), { jobId, inquiryId, answer: given }),
  }
}
