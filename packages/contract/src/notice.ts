import { z } from 'zod'
import { entityId, utc } from './fields.ts'

/** The bodies of the notices by subject; `remainingTimeout` is in whole minutes. */
export const noticeBodies = {
  DeploymentOperationCreated: z.object({ operationId: z.string(), instanceUrl: z.string() }),
  TestRunCreated: z.object({ jobId: z.string(), instanceUrl: z.string() }),
  EnvironmentsLockedDelay: z.object({ environmentNames: z.array(z.string()), remainingTimeout: z.number() }),
  SandboxAvailabilityDelay: z.object({ sandboxName: z.string(), remainingTimeout: z.number() }),
  MergeConflict: z.object({ conflictId: entityId, autoResolvedAs: z.string().nullable() }),
  OrgAccessUsernameIncorrect: z.object({ actualUsername: z.string(), expectedUsername: z.string() }),
  /** Not in the specification: metadata newer than the product. Types are not brought in; lists are, by safe defaults. */
  UnknownMetadata: z.object({ types: z.array(z.string()), lists: z.array(z.string()) }),
  /** Not in the specification: files in the archive of a retrieve that nobody asked for; `files` are the first of them. */
  UnrequestedFiles: z.object({ files: z.array(z.string()), count: z.number() }),
  /** Not in the specification: the org has used most of the API requests that it may make in 24 hours. */
  ApiRequestsLow: z.object({ used: z.number(), limit: z.number() }),
  /** Not in the specification: Salesforce asks to wait before the next call; a job waits ten minutes at most and asks again. */
  SalesforceAsksToWait: z.object({ seconds: z.number() }),
  /** Not in the specification: the job waits until the disk of the server has room. */
  ServerDiskFull: z.object({ freeMegabytes: z.number() }),
  /** Not in the specification: active flows that this flow out brings to a production org, where they stay inactive. */
  FlowsStayInactive: z.object({ flows: z.array(z.string()), count: z.number() }),
  /** Not in the specification: flows that changed in nothing but their status, which is not deployed. */
  FlowStatusNotDeployed: z.object({ flows: z.array(z.string()), count: z.number() }),
  /** Not in the specification: types of which Salesforce could not give the list. What the branch has of them stays. */
  TypesNotListed: z.object({ types: z.array(z.string()) }),
  /** Not in the specification: groups in a deployment that removes from the org the data categories that their files lack. */
  DataCategoriesReplaced: z.object({ groups: z.array(z.string()) }),
  /**
   * Not in the specification: types of which the org has components and that no line of the include specs mentions. `types`
   * holds those with the most components, each with their number; `count` is of types.
   */
  TypesNotIncluded: z.object({
    types: z.array(z.object({ type: z.string(), components: z.number() })),
    count: z.number(),
  }),
  /** Not in the specification: a flow merge between branches of different API versions; `isSupported`: the target org knows that of the source. */
  ApiVersionsDiffer: z.object({
    sourceEnvironmentName: z.string(),
    sourceApiVersion: z.string(),
    targetEnvironmentName: z.string(),
    targetApiVersion: z.string(),
    isSupported: z.boolean(),
  }),
  /**
   * Not in the specification: the job does otherwise than the preview said that was shown before it was submitted. The counts are
   * totals; `names` holds the first components, `ApexClass Alpha`.
   */
  PreviewOutdated: z.object({
    added: z.number(),
    gone: z.number(),
    different: z.number(),
    names: z.array(z.string()),
  }),
  /**
   * Not in the specification: components that stay in the branch because nothing proves that the org no longer has them, or
   * because Salesforce could not retrieve them.
   * `count` is of components; `names` holds the first types, folders or components.
   */
  MetadataKept: z.object({
    kept: z.array(
      z.object({
        reason: z.enum([
          'typeNotListed',
          'typeMostlyMissing',
          'folderNotListed',
          'notProven',
          'notRetrieved',
        ]),
        count: z.number(),
        names: z.array(z.string()),
      }),
    ),
  }),
} as const
/** What a notice is about. */
export type NoticeSubject = keyof typeof noticeBodies
export type NoticeBody<S extends NoticeSubject> = z.infer<(typeof noticeBodies)[S]>

const base = { id: entityId, jobId: entityId, createdUtc: utc }
const noticeOf = <S extends NoticeSubject, B extends z.ZodType>(subject: S, body: B) =>
  z.object({ ...base, subject: z.literal(subject), body })

/** A remark on a job's timeline. */
export const notice = z.discriminatedUnion('subject', [
  noticeOf('DeploymentOperationCreated', noticeBodies.DeploymentOperationCreated),
  noticeOf('TestRunCreated', noticeBodies.TestRunCreated),
  noticeOf('EnvironmentsLockedDelay', noticeBodies.EnvironmentsLockedDelay),
  noticeOf('SandboxAvailabilityDelay', noticeBodies.SandboxAvailabilityDelay),
  noticeOf('MergeConflict', noticeBodies.MergeConflict),
  noticeOf('OrgAccessUsernameIncorrect', noticeBodies.OrgAccessUsernameIncorrect),
  noticeOf('UnknownMetadata', noticeBodies.UnknownMetadata),
  noticeOf('UnrequestedFiles', noticeBodies.UnrequestedFiles),
  noticeOf('ApiRequestsLow', noticeBodies.ApiRequestsLow),
  noticeOf('SalesforceAsksToWait', noticeBodies.SalesforceAsksToWait),
  noticeOf('ServerDiskFull', noticeBodies.ServerDiskFull),
  noticeOf('FlowsStayInactive', noticeBodies.FlowsStayInactive),
  noticeOf('FlowStatusNotDeployed', noticeBodies.FlowStatusNotDeployed),
  noticeOf('TypesNotListed', noticeBodies.TypesNotListed),
  noticeOf('DataCategoriesReplaced', noticeBodies.DataCategoriesReplaced),
  noticeOf('TypesNotIncluded', noticeBodies.TypesNotIncluded),
  noticeOf('ApiVersionsDiffer', noticeBodies.ApiVersionsDiffer),
  noticeOf('PreviewOutdated', noticeBodies.PreviewOutdated),
  noticeOf('MetadataKept', noticeBodies.MetadataKept),
])
export type Notice = z.infer<typeof notice>
