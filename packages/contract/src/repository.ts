import { z } from 'zod'
import { utc } from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

const repositoryPath = '/workspaces/:workspaceId/stacks/:stackId/repository' as const

/** A branch by its short name, or a commit by its full hash. */
const revision = z.string().min(1).max(limits.gitRevision)
const hash = z.string().regex(/^[0-9a-f]{40}$/)
/** A hash, or its beginning as people copy it from a page; it must fit one object only. */
const shortHash = z.string().regex(/^[0-9a-f]{7,40}$/)
/** The path of a file or folder in the repository; empty: its root. */
const path = z.string().max(limits.gitPath)
/** How many rows of a list stand before the first one of the answer. */
const skip = z
  .string()
  .regex(/^\d{1,7}$/)
  .transform(Number)

/** Dates are null where the commit tells one that no calendar has. */
const commitFields = {
  hash,
  subject: z.string(),
  authorName: z.string(),
  authoredUtc: utc.nullable(),
}

/** A commit in a line. */
export const commitSummary = z.object(commitFields)
export type CommitSummary = z.infer<typeof commitSummary>

const branchHead = z.object({ name: z.string(), ...commitFields })

const changeType = z.enum(['Added', 'Modified', 'Deleted'])
const component = z.object({ componentType: z.string(), componentName: z.string() })

/** A file that differs, and the component that it belongs to; null for a file of no component. */
const changedFile = z.object({ path: z.string(), changeType, component: component.nullable() })
/** The first files and the number of all. */
const changedFiles = z.object({ files: z.array(changedFile), total: z.number() })

const commitInList = z.object({
  ...commitFields,
  isMerge: z.boolean(),
  /** Against the first parent; null where there is too much to tell. */
  changes: changedFiles.nullable(),
})

const commit = z.object({
  ...commitFields,
  authorEmail: z.string(),
  committerName: z.string(),
  committedUtc: utc.nullable(),
  message: z.string(),
  parents: z.array(hash),
})

/** How much of a file a difference shows: three lines around each change, or the whole file as far as it is shown at all. */
export const shownLines = z.enum(['aroundChanges', 'wholeFile'])
export type ShownLines = z.infer<typeof shownLines>

/** Where a run of changes begins on both sides, counted from 1. Each line has ` `, `-`, `+` or `\` in front. */
export const hunk = z.object({ oldStart: z.number(), newStart: z.number(), lines: z.array(z.string()) })

const entry = z.object({ name: z.string(), kind: z.enum(['folder', 'file', 'link', 'submodule']) })

/** What the content of a file is; only texts are shown. */
export const fileKind = z.enum(['text', 'binary', 'tooLarge', 'link', 'submodule'])

/** Lines, counted from 1, with the place of their commit in the list of commits. */
const blamedLines = z.object({ firstLine: z.number(), lineCount: z.number(), commit: z.number() })
/** An element of metadata XML with its lines; its commit is the newest one that wrote a line of it. */
const blamedElement = z.object({
  title: z.string(),
  firstLine: z.number(),
  lastLine: z.number(),
  commit: z.number(),
})

export type BranchHead = z.infer<typeof branchHead>
export type CommitInList = z.infer<typeof commitInList>
export type ChangedFile = z.infer<typeof changedFile>
export type ChangedFiles = z.infer<typeof changedFiles>
export type Hunk = z.infer<typeof hunk>
export type FolderEntry = z.infer<typeof entry>
export type BlamedElement = z.infer<typeof blamedElement>

const read = { method: 'GET', access: 'readWorkspace', rate: 'read' } as const
const problems = ['entityNotFound', 'repositoryNotSupported', 'tooManyRequests'] as const

/** What the pages of the built-in Git host show. Other repositories are refused with `repositoryNotSupported`. */
export const repository = {
  listBranches: route({
    ...read,
    path: `${repositoryPath}/branches`,
    summary: 'The branches with their newest commits, the newest first',
    response: z.object({
      branches: z.array(branchHead),
      defaultBranch: z.string().nullable(),
      isComplete: z.boolean(),
    }),
    problems,
  }),
  listCommits: route({
    ...read,
    path: `${repositoryPath}/commits`,
    summary: 'Commits of a branch, newest first, with what they changed; without those of a second branch',
    query: z.object({ revision, without: revision.optional(), skip }),
    response: z.object({ hash, commits: z.array(commitInList), nextSkip: z.number().nullable() }),
    problems,
  }),
  getCommit: route({
    ...read,
    path: `${repositoryPath}/commit`,
    summary: 'A commit and the files that differ from its first parent',
    query: z.object({ hash: shortHash }),
    response: z.object({ commit, changes: changedFiles }),
    problems,
  }),
  compare: route({
    ...read,
    path: `${repositoryPath}/compare`,
    summary:
      'The files that differ between two branches or commits, and how many commits only one of them has',
    query: z.object({ from: revision, to: revision }),
    response: z.object({
      from: hash,
      to: hash,
      onlyInFrom: z.number(),
      onlyInTo: z.number(),
      changes: changedFiles,
    }),
    problems,
  }),
  getDifference: route({
    ...read,
    path: `${repositoryPath}/difference`,
    summary: 'How a file differs between two commits: lines, and elements of metadata XML in sentences',
    /** Without `from` the whole file was added. */
    query: z.object({ from: hash.optional(), to: hash, path, lines: shownLines.optional() }),
    response: z.object({
      kind: fileKind,
      hunks: z.array(hunk),
      /** Whether lines are left out at the end. */
      isCut: z.boolean(),
      /** Null for a file whose elements cannot be compared. */
      sentences: z.array(z.string()).nullable(),
      sentenceCount: z.number(),
    }),
    problems,
  }),
  listFolder: route({
    ...read,
    path: `${repositoryPath}/tree`,
    summary: 'The entries of a folder, folders first',
    query: z.object({ revision, path, skip }),
    response: z.object({
      hash,
      entries: z.array(entry),
      total: z.number(),
      nextSkip: z.number().nullable(),
    }),
    problems,
  }),
  getFile: route({
    ...read,
    path: `${repositoryPath}/file`,
    summary: 'The text of a file',
    query: z.object({ revision, path }),
    response: z.object({
      hash,
      kind: fileKind,
      sizeBytes: z.number(),
      /** Empty unless the kind is `text`; of a link where it points to. */
      text: z.string(),
      isUtf8: z.boolean(),
      component: component.nullable(),
    }),
    problems,
  }),
  getBlame: route({
    ...read,
    path: `${repositoryPath}/blame`,
    summary: 'Which commits wrote the lines of a file, and the elements of metadata XML',
    query: z.object({ revision, path }),
    response: z.object({
      commits: z.array(commitSummary),
      lines: z.array(blamedLines),
      /** Null for a file that is no metadata XML. */
      elements: z.array(blamedElement).nullable(),
    }),
    problems,
  }),
}
