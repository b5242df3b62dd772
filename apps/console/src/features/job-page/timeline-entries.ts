import type { Inquiry } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { displayStatus, displayStatusText, remarkOf } from '@sluice/contract/job-rules'
import type { Notice, NoticeBody } from '@sluice/contract/notice'
import type { DisplayStatus } from '@sluice/contract/status-scale'

export type TimelineEntry = { id: string; at: string } & (
  | { kind: 'created' }
  | { kind: 'started' }
  | { kind: 'cancellationRequested' }
  | { kind: 'ended'; status: DisplayStatus; label: string }
  | { kind: 'notice'; notice: Notice }
  | { kind: 'inquiry'; inquiry: Inquiry }
)

/** Everything that happened to a job, sorted by time; what happened at one moment keeps this order. */
export function timelineEntries(job: JobWithNotices, inquiries: readonly Inquiry[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [{ id: 'created', at: job.createdUtc, kind: 'created' }]
  if (job.startedUtc) entries.push({ id: 'started', at: job.startedUtc, kind: 'started' })
  for (const notice of job.notices)
    entries.push({ id: notice.id, at: notice.createdUtc, kind: 'notice', notice })
  for (const inquiry of inquiries)
    entries.push({ id: inquiry.id, at: inquiry.createdUtc, kind: 'inquiry', inquiry })
  if (job.cancellationRequestedUtc)
    entries.push({ id: 'cancellation', at: job.cancellationRequestedUtc, kind: 'cancellationRequested' })
  if (job.endedUtc) {
    const remark = remarkOf(job)
    const label = displayStatusText(job) + (remark === null ? '' : `, ${remark}`)
    entries.push({ id: 'ended', at: job.endedUtc, kind: 'ended', status: displayStatus(job), label })
  }
  return entries.toSorted((a, b) => a.at.localeCompare(b.at))
}

/** The sentence of a notice. */
export function noticeText(notice: Notice): string {
  switch (notice.subject) {
    case 'DeploymentOperationCreated':
      return `Deployment ${notice.body.operationId} created in Salesforce`
    case 'TestRunCreated':
      return `Test run ${notice.body.jobId} created in Salesforce`
    case 'EnvironmentsLockedDelay':
      return `Waiting for ${notice.body.environmentNames.join(', ')} to become unlocked. ${cancelledAfter(notice.body.remainingTimeout)}`
    case 'SandboxAvailabilityDelay':
      return `Waiting for the sandbox ${notice.body.sandboxName} to become available. ${cancelledAfter(notice.body.remainingTimeout)}`
    case 'MergeConflict':
      return notice.body.autoResolvedAs
        ? `A merge conflict was resolved automatically as ${notice.body.autoResolvedAs}`
        : 'A merge conflict was found'
    case 'OrgAccessUsernameIncorrect':
      return `Connected to Salesforce with wrong username ${notice.body.actualUsername}. Expected username is ${notice.body.expectedUsername}.`
    case 'UnknownMetadata':
      return unknownMetadataText(notice.body)
    case 'UnrequestedFiles':
      return unrequestedFilesText(notice.body)
    case 'MetadataKept':
      return keptMetadataText(notice.body)
    case 'TypesNotListed':
      return `Salesforce could not list all components of these types; what it did not list stays in the branch as before: ${notice.body.types.join(', ')}.`
    case 'DataCategoriesReplaced':
      return `Deploying a data category group removes from the org every category that its file lacks, with what was filed under it: ${notice.body.groups.join(', ')}.`
    case 'TypesNotIncluded':
      return notIncludedText(notice.body)
    case 'FlowsStayInactive':
      return `Flows that will be inactive in the org: ${firstOf(notice.body)}. Production takes flows inactive while “Deploy processes and flows as active” is off in its Process Automation Settings. Activate them there.`
    case 'FlowStatusNotDeployed':
      return `Flows of which only the status changed: ${firstOf(notice.body)}. Whether a flow is active is decided in the org, so they were not deployed.`
    case 'ApiRequestsLow':
      return apiRequestsText(notice.body)
    case 'SalesforceAsksToWait':
      return waitText(notice.body)
    case 'ServerDiskFull':
      return `The disk of the server is nearly full (${notice.body.freeMegabytes} MB free). The job goes on by itself when there is room.`
    case 'PreviewOutdated':
      return previewOutdatedText(notice.body)
    case 'ApiVersionsDiffer':
      return apiVersionsText(notice.body)
    default:
      return notice satisfies never
  }
}

/** What the job does otherwise than was shown before it was submitted. */
function previewOutdatedText({ added, gone, different, names }: NoticeBody<'PreviewOutdated'>): string {
  const parts = [
    added > 0 ? `${added} more` : null,
    gone > 0 ? `${gone} fewer` : null,
    different > 0 ? `${different} changed in another way` : null,
  ].filter((part) => part !== null)
  const more = added + gone + different - names.length
  const named = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `Components are otherwise than the preview said: ${parts.join(', ')} (${named}).`
}

const apiVersionsText = (versions: NoticeBody<'ApiVersionsDiffer'>): string =>
  versions.isSupported
    ? `The metadata of ${versions.sourceEnvironmentName} has API version ${versions.sourceApiVersion}, that of ${versions.targetEnvironmentName} ${versions.targetApiVersion}: the merge may show differences that nobody made.`
    : `The metadata of ${versions.sourceEnvironmentName} has API version ${versions.sourceApiVersion}, which the org of ${versions.targetEnvironmentName} does not know: it takes up to ${versions.targetApiVersion}. It was merged all the same, as the job says.`

const firstOf = ({ flows, count }: NoticeBody<'FlowsStayInactive'>): string =>
  `${flows.join(', ')}${count > flows.length ? ` and ${count - flows.length} more` : ''}`

const apiRequestsText = ({ used, limit }: NoticeBody<'ApiRequestsLow'>): string =>
  `The org has used ${Math.floor((used / limit) * 100)} % of the API requests that it may make in 24 hours (${used.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}). Jobs begin nothing new from 95 %.`

const longestWaitSeconds = 600

const waitText = ({ seconds }: NoticeBody<'SalesforceAsksToWait'>): string =>
  seconds > longestWaitSeconds
    ? `Salesforce asks to wait ${Math.ceil(seconds / 60).toLocaleString('en-US')} minutes before the next call. The job waits 10 minutes and then asks again.`
    : `Salesforce asks to wait ${seconds} seconds before the next call. The job goes on by itself.`

const unknownMetadataText = ({ types, lists }: NoticeBody<'UnknownMetadata'>): string =>
  [
    ...(types.length > 0
      ? [`Types that this version does not know were left out: ${types.join(', ')}.`]
      : []),
    ...(lists.length > 0
      ? [`Lists that this version does not know were compared entry by entry: ${lists.join(', ')}.`]
      : []),
  ].join(' ')

const unrequestedFilesText = ({ files, count }: NoticeBody<'UnrequestedFiles'>): string => {
  const more = count > files.length ? ` and ${count - files.length} more` : ''
  const were =
    count === 1 ? 'A file that was not asked for was' : `${count} files that were not asked for were`
  return `${were} in an archive from Salesforce and left out: ${files.join(', ')}${more}.`
}

const notIncludedText = ({ types, count }: NoticeBody<'TypesNotIncluded'>): string => {
  const more = count > types.length ? ` and ${count - types.length} more` : ''
  const named = types.map(({ type, components }) => `${type} (${components.toLocaleString('en-US')})`)
  const of = count === 1 ? 'a type' : `${count} types`
  const line = `unpackaged/~/${types[0]?.type ?? ''}`
  return `The org has components of ${of} that no line of .sluiceinclude mentions: ${named.join(', ')}${more}. Add a line such as ${line} to track a type, or !${line} to leave it out without this remark.`
}

type KeptReason = NoticeBody<'MetadataKept'>['kept'][number]['reason']

/** Why components stay in the branch although the org did not show them. */
const keptBecause: Record<Exclude<KeptReason, 'notRetrieved'>, string> = {
  typeNotListed: 'the org does not list the type',
  typeMostlyMissing:
    'the org lists fewer than half of the type; to delete them, flow in with Accept deletions',
  folderNotListed: 'the org does not list the folder; to delete them, flow in with Accept deletions',
  notProven: 'Salesforce did not say that they are gone',
}

const keptMetadataText = ({ kept }: NoticeBody<'MetadataKept'>): string =>
  kept
    .map(({ reason, count, names }) => {
      const components = count === 1 ? '1 component' : `${count} components`
      if (reason === 'notRetrieved')
        return `Salesforce could not retrieve ${components} from the org, so the branch is as before there: ${names.join(', ')}.`
      return `Left ${components} in the branch as before, because ${keptBecause[reason]}: ${names.join(', ')}.`
    })
    .join(' ')

const cancelledAfter = (minutes: number): string => {
  const whole = Math.floor(minutes)
  return `The job is cancelled automatically after ${whole} ${whole === 1 ? 'minute' : 'minutes'}.`
}
