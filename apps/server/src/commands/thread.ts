// The script of every thread: which function does which task. Why there are threads: decision 14.
import { handle, serveThread } from '../platform/threads/serve-thread.ts'
import { compareRetrieved } from '../looks/compare-retrieved.ts'
import { compareSides } from '../looks/compare-sides.ts'
import { compareRetrievedTask, compareSidesTask } from '../looks/difference-tasks.ts'
import { predictMergeOfCommits } from '../looks/merge/predict-merge-of-commits.ts'
import { predictMergeTask, readMergedComponentTask } from '../looks/merge/prediction-task.ts'
import { readMergedComponent } from '../looks/merge/read-merged-component.ts'
import { compareClobber } from '../steps/deploy/clobber/compare-clobber.ts'
import { makeDeltaArchive } from '../steps/deploy/delta-archive.ts'
import { compareClobberTask, deltaArchiveTask, makeDiffTask } from '../steps/deploy/flow-out-tasks.ts'
import { makeDiff } from '../steps/deploy/make-diff.ts'
import { branchMergeTask } from '../steps/branch/merge/branch-merge-task.ts'
import { findConflicts } from '../steps/branch/merge/find-conflicts.ts'
import { findConflictsTask } from '../steps/branch/merge/find-conflicts-task.ts'
import { mergeBranches } from '../steps/branch/merge/merge-branches.ts'
import { findDiscardedTask } from '../steps/org-changes/discarded-task.ts'
import { findDiscarded } from '../steps/org-changes/find-discarded.ts'
import { makeOrgCommits } from '../steps/org-changes/make-org-commits.ts'
import { orgCommitsTask } from '../steps/org-changes/org-commits-task.ts'
import { readBatchesTask } from '../steps/org/org-files/batch-conversation.ts'
import { hashEntriesTask } from '../steps/org/org-files/digest-conversation.ts'
import { hashEntries } from '../steps/org/org-files/hash-entries.ts'
import { readBatches } from '../steps/org/org-files/read-batches.ts'
import { compressedSizeOf } from '../steps/org/retrieve/archive-files.ts'
import { makePlan } from '../steps/org/retrieve/make-plan.ts'
import { archiveSizeTask, planRetrieveTask } from '../steps/org/retrieve/retrieve-tasks.ts'
import { threadErrors } from '../steps/session/thread-errors.ts'

serveThread(
  [
    handle(archiveSizeTask, compressedSizeOf),
    handle(branchMergeTask, (input, { signal }) => mergeBranches(input, signal)),
    handle(compareClobberTask, (input, { signal }) => compareClobber(input, signal)),
    handle(compareRetrievedTask, (input, { signal }) => compareRetrieved(input, signal)),
    handle(compareSidesTask, (input, { signal }) => compareSides(input, signal)),
    handle(deltaArchiveTask, (input, { signal }) => makeDeltaArchive(input, signal)),
    handle(findConflictsTask, (input, { signal }) => findConflicts(input, signal)),
    handle(findDiscardedTask, (input, { signal }) => findDiscarded(input, signal)),
    handle(hashEntriesTask, hashEntries),
    handle(makeDiffTask, (input, { signal }) => makeDiff(input, signal)),
    handle(orgCommitsTask, makeOrgCommits),
    handle(planRetrieveTask, makePlan),
    handle(predictMergeTask, (input, { signal }) => predictMergeOfCommits(input, signal)),
    handle(readBatchesTask, readBatches),
    handle(readMergedComponentTask, (input, { signal }) => readMergedComponent(input, signal)),
  ],
  threadErrors,
)
