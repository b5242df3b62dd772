import {
  type Conflict,
  type ConflictFile,
  type ConflictFileVersion,
  conflictFileVersion,
} from '@sluice/contract/conflict'
import type { Inquiry } from '@sluice/contract/inquiry'
import type { JobWithNotices } from '@sluice/contract/job'
import { page } from 'vitest/browser'
import { type Answers, forever } from './answers.ts'
import { renderAt } from './render-at.tsx'
import { id, sampleEnvironment, sampleJob, sampleMember, sampleStack, sampleWorkspace } from './samples.ts'

const moment = '2026-01-31T12:30:00.000Z'
export const conflictJobAddress = `/workspaces/acme/stacks/core-crm/jobs/${id(70)}`
export const conflictAddress = `${conflictJobAddress}/conflict/${id(400)}`

/** Another member than the one who is signed in. */
export const bob = sampleMember({
  id: id(51),
  userId: id(91),
  userEmailAddress: 'bob@acme.example',
  userFirstName: 'Bob',
  userLastName: 'Baker',
})

/** A text file that both sides changed in one place, without a resolution. */
export const sampleFile = (number: number, changes: Partial<ConflictFile> = {}): ConflictFile => ({
  id: id(500 + number),
  conflictId: id(400),
  filePath: `unpackaged/classes/Class_${number}.cls`,
  status: 'UnmergedBothModified',
  sizeBytesLocal: 1024,
  sizeBytesRemote: 2048,
  sizeBytesBase: 1000,
  sizeBytesTarget: 3000,
  sizeBytesOrig: 3000,
  isBinary: false,
  lastModifiedByUserId: null,
  lastModifiedUtc: null,
  resolvedAs: null,
  resolvedByUserId: null,
  resolvedUtc: null,
  localChange: 'Modified',
  remoteChange: 'Modified',
  bothFilesExist: true,
  localAuthors: [],
  remoteAuthors: [],
  earlier: null,
  ...changes,
})

/** What a resolution by the signed-in user changes of a file. */
export const resolvedAs = (resolution: ConflictFile['resolvedAs'], userId = id(90)) => ({
  resolvedAs: resolution,
  resolvedByUserId: userId,
  resolvedUtc: moment,
  lastModifiedByUserId: userId,
  lastModifiedUtc: moment,
})

export const sampleConflict = (changes: Partial<Conflict> = {}): Conflict => ({
  id: id(400),
  workspaceId: id(1),
  jobId: id(70),
  createdUtc: moment,
  title: 'Merge of Production into main',
  mergeContext: 'FlowIn',
  localEnvironmentId: id(30),
  remoteEnvironmentId: id(30),
  files: [sampleFile(1), sampleFile(2)],
  ...changes,
})

type MergeInquiry = Extract<Inquiry, { subject: 'MergeConflict' }>

export const sampleMergeInquiry = (changes: Partial<MergeInquiry> = {}): MergeInquiry => ({
  id: id(80),
  workspaceId: id(1),
  jobId: id(70),
  createdUtc: moment,
  status: 'Pending',
  answerRequiredBeforeUtc: null,
  answeredUtc: null,
  answeredByUserId: null,
  subject: 'MergeConflict',
  prompt: { conflictId: id(400) },
  answer: null,
  ...changes,
})

interface ConflictVisit {
  conflict?: Partial<Conflict>
  inquiry?: Partial<MergeInquiry> | null
  job?: Partial<JobWithNotices>
  /** The texts of all files by version; a save is not read again. */
  texts?: Partial<Record<ConflictFileVersion, string>>
  answers?: Answers
  address?: string
}

const lines = (from: number) => Array.from({ length: 15 }, (_, i) => `  line${from + i}();`).join('\n')

const around = (middle: string) => `public class A {\n${lines(1)}\n${middle}\n${lines(16)}\n}\n`

/** Versions of a file with 30 equal lines around a place that both sides changed. */
export function textsAround({ local, base, remote }: { local: string; base: string; remote: string }) {
  const orig = around(`<<<<<<< local\n${local}\n||||||| base\n${base}\n=======\n${remote}\n>>>>>>> remote`)
  return {
    Target: orig,
    Orig: orig,
    Local: around(local),
    Base: around(base),
    Remote: around(remote),
  }
}

/** A class with one conflict. */
export const sampleTexts = textsAround({
  local: '  local();',
  base: '  base();',
  remote: '  remote();',
})

/** Opens the page of a conflict that waits for its resolution. */
export function visitConflict(visit: ConflictVisit = {}) {
  const { inquiry = {}, job = {}, texts = {}, answers = {}, address = conflictAddress } = visit
  const shown = { ...sampleTexts, ...texts }
  return renderAt(address, {
    pushed: {
      workspace: sampleWorkspace({ members: [sampleMember(), bob] }),
      stacks: [sampleStack({ environments: [sampleEnvironment(), sampleSource] })],
      jobs: [sampleJob({ hasPendingInquiries: true, ...job })],
      inquiries: inquiry === null ? [] : [sampleMergeInquiry(inquiry)],
      conflicts: [sampleConflict(visit.conflict)],
    },
    answers: {
      ...answers,
      jobs: { subscribeToProgress: forever, ...answers.jobs },
      conflicts: {
        readFile: ({ params: { version } }) => shown[conflictFileVersion.parse(version)],
        saveFile: null,
        resolveFile: null,
        resolveFiles: null,
        resetFile: null,
        resetFiles: null,
        ...answers.conflicts,
      },
    },
  })
}

export const sampleSource = sampleEnvironment({
  id: id(31),
  slug: 'qa',
  name: 'QA',
  isProduction: false,
  gitBranchName: 'env/qa',
  sfdcSandboxName: 'qasandbox',
})

export const main = page.getByRole('main')
export const button = (name: string | RegExp) => main.getByRole('button', { name, exact: true })
/** The row of a file of `sampleFile`. */
export const rowOf = (number: number) => main.getByRole('row', { name: `Class_${number}.cls` })
export const choiceOf = (number: number, name: string) =>
  rowOf(number).getByRole('button', { name, exact: true })
export const paths = () =>
  [...document.querySelectorAll<HTMLElement>('main tr[data-row-id] p[title]')].map(({ title }) => title)
