import { GitError } from '@sluice/git/errors'
import { ArchiveError } from '@sluice/metadata/archive/errors'
import { PartialRetrieveError } from '@sluice/metadata/partial-retrieve/errors'
import { XmlError } from '@sluice/metadata/xml/errors'
import {
  AmbiguousEffectError,
  JobFailure,
  RunCancelledError,
  RunFencedError,
  RunTimedOutError,
} from '../../../durable/run-errors.ts'

/** Errors that keep their class on their way out of the engine's threads and into them. */
export const engineErrors = {
  AmbiguousEffectError,
  ArchiveError,
  GitError,
  JobFailure,
  PartialRetrieveError,
  RunCancelledError,
  RunFencedError,
  RunTimedOutError,
  XmlError,
}
