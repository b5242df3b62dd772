import type { DeployMessage } from './deploy-result.ts'

/**
 * Where a message belongs. `type` is empty for manifests, `id` known only for what exists
 * already.
 */
export interface Subject {
  type: string
  fullName: string
  fileName: string
  id?: string
}

/** A message about a success; without flags the component was unchanged. */
export function success(
  subject: Subject,
  flags: Partial<Pick<DeployMessage, 'changed' | 'created' | 'deleted'>> = {},
): DeployMessage {
  return {
    changed: flags.changed ?? false,
    componentType: subject.type,
    created: flags.created ?? false,
    createdDate: new Date().toISOString(),
    deleted: flags.deleted ?? false,
    fileName: subject.fileName,
    fullName: subject.fullName,
    ...(subject.id === undefined ? {} : { id: subject.id }),
    success: true,
  }
}

/** A message about a failure; line and column are 1-based. */
export function failure(
  subject: Subject,
  problem: string,
  place?: { line: number; column: number },
): DeployMessage {
  return {
    changed: false,
    ...(place ? { columnNumber: place.column } : {}),
    componentType: subject.type,
    created: false,
    createdDate: new Date().toISOString(),
    deleted: false,
    fileName: subject.fileName,
    fullName: subject.fullName,
    ...(place ? { lineNumber: place.line } : {}),
    problem,
    problemType: 'Error',
    success: false,
  }
}

/** A success with a warning, as the deletion of something absent is: `success` stays true. */
export function warning(subject: Subject, problem: string): DeployMessage {
  return { ...success(subject), problem, problemType: 'Warning' }
}
