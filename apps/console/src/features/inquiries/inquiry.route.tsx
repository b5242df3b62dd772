import { type Inquiry, type InquiryPrompt, inquiryNames, isOpen } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { keepPreviousData, useQuery, queryOptions } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { entities } from '../../entities.ts'
import { useClient, type SluiceClient } from '../../platform/api/client-context.tsx'
import { isProblem } from '../../platform/api/problem.ts'
import { useEntity } from '../../platform/entities/use-entity.ts'
import { plural } from '../../platform/format/plural.ts'
import { GoToNotFound } from '../../platform/not-found.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { Card } from '../../platform/ui/card.tsx'
import { DisclosureCard } from '../../platform/ui/disclosure-card.tsx'
import { ErrorPanel } from '../../platform/ui/error-panel.tsx'
import { Notice } from '../../platform/ui/notice.tsx'
import { RawJson } from '../../platform/ui/raw-json.tsx'
import { Spinner } from '../../platform/ui/spinner.tsx'
import { useStack } from '../current-stack/stack-context.tsx'
import { stackPath, useStackParams } from '../current-stack/stack-paths.ts'
import { jobQuery } from '../jobs/job.query.ts'
import { useJobNotAllowed } from '../workspaces/use-actor.ts'
import { AnswerBefore } from './answer-before.tsx'
import { ChangedComponentList } from './changed-component-list.tsx'
import { ConfirmDeployment } from './confirm-deployment.tsx'
import { ConflictLink } from './inquiry-link.tsx'
import { inquiryStatus, QuestionHeader } from './question-header.tsx'
import { answerProblem, useAnswer } from './use-answer.ts'

export const Route = createFileRoute(
  '/_signed-in/_shell/workspaces/$workspaceSlug/stacks/$stackSlug/jobs/$jobId/inquiry/$inquiryId',
)({
  component: InquiryRoute,
  staticData: { title: 'Inquiry' },
})

function InquiryRoute() {
  const { jobId, inquiryId } = Route.useParams()
  const client = useClient()
  const { workspaceId, id: stackId } = useStack()
  const ids = { workspaceId, stackId, jobId, inquiryId }
  const pushed = useEntity(entities.inquiries, inquiryId)
  const pushedJob = useEntity(entities.jobs, jobId)
  const isWhole = pushed !== undefined && pushed.prompt !== null
  const fetched = useQuery({
    ...inquiryQuery(client, ids, pushed?.status),
    enabled: !isWhole,
    placeholderData: keepPreviousData,
  })
  const fetchedJob = useQuery({ ...jobQuery(client, ids), enabled: !pushedJob })
  const inquiry = isWhole ? pushed : fetched.data
  const job = pushedJob ?? fetchedJob.data
  const error = (isWhole ? null : fetched.error) ?? (pushedJob ? null : fetchedJob.error)
  if (isProblem(error, 'entityNotFound') || isProblem(error, 'entityIdInvalid')) return <GoToNotFound />
  if (error) throw error
  if (!inquiry || !job) return <Spinner label="Loading the inquiry" />
  if (inquiry.jobId !== job.id || job.stackId !== stackId) return <GoToNotFound />
  return <InquiryPage key={inquiry.id} inquiry={inquiry} job={job} />
}

function InquiryPage({ inquiry, job }: { inquiry: Inquiry; job: JobWithNotices }) {
  return (
    <>
      <QuestionHeader
        title={inquiryNames[inquiry.subject]}
        job={job}
        status={inquiryStatus(inquiry, job)}
        since={{ verb: 'Asked', moment: inquiry.createdUtc }}
      />
      {inquiry.subject === 'FlowOutConfirmDeployment' && inquiry.prompt !== null ? (
        <ConfirmDeployment inquiry={inquiry} prompt={inquiry.prompt} job={job} />
      ) : inquiry.subject === 'ConfirmFlowIn' && inquiry.prompt !== null ? (
        <ConfirmFlowIn inquiry={inquiry} prompt={inquiry.prompt} job={job} />
      ) : (
        <Card>
          <div className="flex flex-col gap-2 p-4">
            <p>A details view is not supported for this kind of inquiry.</p>
            {inquiry.subject === 'MergeConflict' ? (
              <p>
                It is answered on <ConflictLink inquiry={inquiry}>the page of the conflict</ConflictLink>.
              </p>
            ) : null}
          </div>
        </Card>
      )}
      <div className="pt-4">
        <DisclosureCard title="Advanced">
          <RawJson label="Raw JSON of the inquiry" value={inquiry} />
        </DisclosureCard>
      </div>
    </>
  )
}

interface ConfirmFlowInProps {
  inquiry: Extract<Inquiry, { subject: 'ConfirmFlowIn' }>
  prompt: InquiryPrompt<'ConfirmFlowIn'>
  job: JobWithNotices
}

/** What a flow in with force is going to throw away, and the answer whether it may. */
function ConfirmFlowIn({ inquiry, prompt, job }: ConfirmFlowInProps) {
  const { deletions, undone } = prompt
  const count = deletions.length + undone.length
  return (
    <div className="flex flex-col gap-4">
      <Notice
        kind="warning"
        title={`Force throws away ${plural(count, 'change')} that only the branch has. The commits stay in its history.`}
      />
      <Card title="Thrown away">
        <ChangedComponentList title="Deleted from the branch" components={deletions} />
        <ChangedComponentList title="Made equal to the org" components={undone} />
      </Card>
      {isOpen(inquiry, job) ? <Answer inquiry={inquiry} job={job} count={count} /> : null}
    </div>
  )
}

function Answer({ inquiry, job, count }: Pick<ConfirmFlowInProps, 'inquiry' | 'job'> & { count: number }) {
  const params = useStackParams()
  const navigate = useNavigate()
  const notAllowed = useJobNotAllowed('answerInquiry', job)
  const answer = useAnswer(inquiry, () => {
    void navigate({ to: `${stackPath}/jobs/$jobId`, params: { ...params, jobId: job.id } })
  })
  const given = answer.variables
  return (
    <>
      <ErrorPanel heading={answerProblem} error={answer.error} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="text-12 text-fg-2">
          <AnswerBefore inquiry={inquiry} />
        </p>
        <div className="flex gap-2">
          <Button
            isPending={answer.isPending && given?.continue === false}
            disabled={answer.isPending}
            disabledReason={notAllowed}
            onClick={() => answer.mutate({ continue: false })}
          >
            Abort
          </Button>
          <Button
            intent="danger"
            isPending={answer.isPending && given?.continue === true}
            disabled={answer.isPending}
            disabledReason={notAllowed}
            onClick={() => answer.mutate({ continue: true })}
          >
            {`Throw away ${plural(count, 'change')}`}
          </Button>
        </div>
      </div>
    </>
  )
}

interface InquiryIds {
  workspaceId: string
  stackId: string
  jobId: string
  inquiryId: string
}

/** An inquiry with its prompt, because long prompts are not pushed. It is read again when another status is pushed. */
const inquiryQuery = (client: SluiceClient, ids: InquiryIds, pushedStatus: Inquiry['status'] | undefined) =>
  queryOptions({
    queryKey: ['inquiry', ids.inquiryId, pushedStatus],
    queryFn: async ({ signal }) => client.inquiries.get({ params: ids, signal }),
  })
