import { readFileAt } from '@sluice/git/read-file'
import { GitError } from '@sluice/git/errors'
import type { Repository } from '@sluice/git/git'
import { unpackaged } from '@sluice/metadata/component'
import { type IncludeSpecs, parseIncludeSpecs } from '@sluice/metadata/include-specs'
import { JobFailure } from '../../durable/run-errors.ts'
import { includeFile, maxIncludeFileBytes, otherIncludeFile } from '../../stacks/commit-limits.ts'

export async function readIncludeFile(repository: Repository, commitHash: string): Promise<string | null> {
  for (const path of [includeFile, otherIncludeFile]) {
    const content = await readFileAt(repository, {
      commit: commitHash,
      path,
      maxBytes: maxIncludeFileBytes,
    }).catch((error: unknown) => {
      if (!(error instanceof GitError) || error.code !== 'tooLarge') throw error
      throw new JobFailure(
        `The file ${path} may have at most ${maxIncludeFileBytes / 1024} KB; it is larger.`,
      )
    })
    if (content !== null) return content.toString('utf8')
  }
  return null
}

/**
 * The include specs at a commit. Read literally, a missing file or one that includes nothing would delete all
 * metadata from the branch; that is refused.
 */
export async function includeSpecsAt(repository: Repository, commitHash: string): Promise<IncludeSpecs> {
  const text = await readIncludeFile(repository, commitHash)
  if (text === null) {
    throw new JobFailure(`The branch has no include specs: the file ${includeFile} is missing.`)
  }
  return includeSpecsOf(text)
}

export function includeSpecsOf(text: string): IncludeSpecs {
  const { specs, problems } = parseIncludeSpecs(text)
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (errors.length > 0) {
    throw new JobFailure(
      `The include specs in ${includeFile} cannot be read.`,
      errors.map((problem) => `Line ${problem.line}: ${problem.message}`).join('\n'),
    )
  }
  if (specs.specs.every(({ negated, segments }) => negated || segments[0] !== unpackaged)) {
    throw new JobFailure(`The include specs in ${includeFile} include nothing.`)
  }
  return specs
}
