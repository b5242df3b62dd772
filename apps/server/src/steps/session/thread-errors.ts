import { GitError } from '@sluice/git/errors'
import { ArchiveError } from '@sluice/metadata/archive/errors'
import { XmlError } from '@sluice/metadata/xml/errors'
import {
  AmbiguousEffectError,
  JobFailure,
  RunCancelledError,
  RunFencedError,
  RunTimedOutError,
} from '../../durable/run-errors.ts'

/** Error classes that are restored when a thread passes an error to the job. */
export const threadErrors = {
  AmbiguousEffectError,
  ArchiveError,
  GitError,
  JobFailure,
  RunCancelledError,
  RunFencedError,
  RunTimedOutError,
  XmlError,
}
