import type { InquiryAnswer } from '@sluice/contract/inquiry'
import { JobFailure } from '../../durable/run-errors.ts'
import {
  type OpenInquiry,
  InquiryWaitError,
  awaitAnswer,
  changePrompt,
  openInquiry,
  settleInquiry,
} from '../../inquiries/ask-people.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import { type ShownDeviceCode, beginDeviceCode, pollDeviceCode } from './device-code.ts'
import type { SandboxToEnter } from './sandbox-to-enter.ts'

type Challenge = OpenInquiry<'DeviceCodeChallenge'>
type Answer = InquiryAnswer<'DeviceCodeChallenge'>

/** What becomes of a code: approved, expired, or people have given up. */
type End = 'approved' | 'expired' | 'aborted'

const longestPauseMs = 60_000

/**
 * Asks people to approve a device code, as a user of the sandbox. A code lives ten minutes: the question shows a new one as long
 * as nobody has answered it. `refusal` says why the job could not sign in by itself. False when people abort.
 * @throws InquiryWaitError when nobody has approved a code in the time for an answer
 */
export async function signInByDeviceCode(
  session: JobSession,
  sandbox: SandboxToEnter,
  refusal: string,
): Promise<boolean> {
  const { ctx, run } = session
  const askUntil = await run.step(
    'begin to ask',
    async () => ctx.clock.now().getTime() + ctx.config.waits.inquiryHours * 3_600_000,
  )
  let challenge: Challenge | null = null
  const polls = counter()
  for (let number = 1; ; number++) {
    const code = await run.step(`device code ${number}`, () => beginDeviceCode(session, sandbox, refusal))
    challenge = await show(session, challenge, { number, code })
    const end = await awaitApproval(session, { challenge, code, sandbox, polls })
    if (end === 'approved') return true
    if (end === 'aborted') return false
    if (code.expiresAt < askUntil) continue
    await settleInquiry(run, challenge, null)
    throw new InquiryWaitError(
      `Nobody signed in to the sandbox ${sandbox.sandboxName} until the time to wait was over.`,
    )
  }
}

const counter = () => {
  let count = 0
  return () => (count += 1)
}

async function show(
  { ctx, run }: JobSession,
  asked: Challenge | null,
  { number, code }: { readonly number: number; readonly code: ShownDeviceCode },
): Promise<Challenge> {
  const { identityUsername, verificationUrl, userCode } = code
  const prompt = { identityUsername, verificationUrl, userCode }
  if (asked === null)
    return await openInquiry(ctx, run, { name: 'sign in', subject: 'DeviceCodeChallenge', prompt })
  await changePrompt(run, asked, { number, prompt })
  return asked
}

interface AwaitedCode {
  readonly challenge: Challenge
  readonly code: ShownDeviceCode
  readonly sandbox: SandboxToEnter
  /** The number of the next question to Salesforce in this job. */
  readonly polls: () => number
}

async function awaitApproval(session: JobSession, awaited: AwaitedCode): Promise<End> {
  const { run } = session
  const { challenge, code, sandbox, polls } = awaited
  const failure = (details: string) =>
    new JobFailure(`Nobody could sign in to the sandbox ${sandbox.sandboxName}.`, details)
  let isAnswered = false
  for (let pauseMs = code.pauseMs; ; pauseMs = Math.min(pauseMs * 1.1, longestPauseMs)) {
    const answer: Answer | null = isAnswered ? null : await awaitAnswer(run, challenge, Math.round(pauseMs))
    if (answer?.abort === true) return 'aborted'
    if (answer?.wasSuccessful === false) throw failure('It was answered that the sign-in did not succeed.')
    isAnswered ||= answer !== null
    const poll = await run.step(`poll device code ${polls()}`, () => pollDeviceCode(session, sandbox, code))
    if (poll.kind === 'approved') {
      await settleInquiry(run, challenge, { abort: false, wasSuccessful: true })
      return 'approved'
    }
    if (poll.kind === 'refused') {
      await settleInquiry(run, challenge, { abort: false, wasSuccessful: false })
      throw failure(poll.reason)
    }
    if (poll.kind === 'expired' && !isAnswered) return 'expired'
    if (poll.kind === 'expired') throw failure('Nobody has approved the code in Salesforce.')
    if (isAnswered) await run.sleep('approval', code.pauseMs)
  }
}
