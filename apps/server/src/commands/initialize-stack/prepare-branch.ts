import { writeCommits } from '@sluice/git/write-commits'
import { resolveCommit } from '@sluice/git/rev-parse'
import { readFileAt } from '@sluice/git/read-file'
import type { BranchUpdate } from '@sluice/git/push'
import { branchToBeginWith } from '../../repository/branch-layout.ts'
import type { BranchStart } from '../../steps/org-changes/bring-request.ts'
import { readIncludeFile } from '../../steps/branch/include-file.ts'
import { includeFile } from '../../stacks/commit-limits.ts'
import type { JobSession } from '../../steps/session/job-session.ts'
import type { Mirror } from '../../steps/session/mirror.ts'
import { requireSameLayout } from './layout-to-begin-with.ts'

/** The branch of a new stack and the include specs that it must have. */
export interface BranchPreparation {
  readonly branch: string
  readonly includeSpecs: string
}

const ignoreFile = `# Files that tools and editors leave behind
.DS_Store
.sf/
.sfdx/
.vscode/
.idea/
node_modules/
*.log
`

/** Bytes in Git are the bytes of the org: no conversion of line ends, and no line-wise merge of binary files. */
const attributesFile = `* -text
*.resource binary
*.document binary
*.site binary
`

/**
 * Makes the branch ready for metadata, in the mirror only: a first commit when the repository is empty, the branch
 * from the default branch when it is missing, and a commit with the files that Sluice needs.
 */
export async function prepareBranch(
  session: JobSession,
  { branch: name, includeSpecs }: BranchPreparation,
): Promise<BranchStart> {
  const mirror = await session.mirror()
  const refs = await mirror.refs()
  const existing = refs.branches.find((branch) => branch.name === name)
  if (existing !== undefined) {
    const head = await mirror.fetch(name)
    if (head !== null) {
      await requireSameLayout(session, head)
      return { head: await addOurFiles(session, head, includeSpecs), remoteHead: head, alsoCreate: [] }
    }
  }
  const defaultBranch = refs.defaultBranch ?? name
  const isEmpty = refs.branches.length === 0
  const origin = isEmpty
    ? await firstCommit(session, mirror)
    : await mirror.fetch(branchToBeginWith(refs, null) ?? defaultBranch)
  if (origin !== null) await requireSameLayout(session, origin)
  const head = origin ?? (await firstCommit(session, mirror))
  const alsoCreate: BranchUpdate[] =
    isEmpty && defaultBranch !== name
      ? [{ branch: defaultBranch, commitHash: head, expectedOldHash: null }]
      : []
  const remoteBase = isEmpty ? null : origin
  return { head: await addOurFiles(session, head, includeSpecs), remoteHead: null, remoteBase, alsoCreate }
}

async function firstCommit(session: JobSession, mirror: Mirror): Promise<string> {
  const identity = identityOf(session)
  const [commit = ''] = await writeCommits(mirror.repository, [
    {
      parents: [],
      author: identity,
      committer: identity,
      message: 'Begin the repository',
      changes: [{ path: '.gitignore', content: Buffer.from(ignoreFile) }],
    },
  ])
  return commit
}

/** Gives the commit that has the files; the given one where nothing is missing. */
async function addOurFiles(session: JobSession, head: string, includeSpecs: string): Promise<string> {
  const { repository } = await session.mirror()
  const attributes = session.directory.inRepository('.gitattributes')
  const changes = []
  if ((await readFileAt(repository, { commit: head, path: attributes })) === null) {
    changes.push({ path: attributes, content: Buffer.from(attributesFile) })
  }
  const specs = await readIncludeFile(repository, head)
  const wanted = specs === null ? includeSpecs : inFrontOf(specs, includeSpecs)
  if (wanted !== specs) changes.push({ path: includeFile, content: Buffer.from(wanted) })
  if (changes.length === 0) return head
  const identity = identityOf(session)
  const [commit = head] = await writeCommits(repository, [
    {
      parents: [head],
      author: identity,
      committer: identity,
      message: 'Prepare the branch for Sluice',
      changes,
    },
  ])
  return (await resolveCommit(repository, commit)) ?? head
}

/** Later lines win, so the rules of the repository come last. */
function inFrontOf(existing: string, added: string): string {
  const text = added.trimEnd()
  return existing.includes(text) ? existing : `${text}\n\n${existing}`
}

function identityOf(session: JobSession) {
  return { ...session.ctx.config.committer, date: new Date(session.job.createdUtc) }
}
