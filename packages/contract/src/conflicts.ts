import { z } from 'zod'
import { conflictResolution } from './conflict.ts'
import { entityId } from './fields.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

const filesPath = '/workspaces/:workspaceId/stacks/:stackId/jobs/:jobId/conflicts/:conflictId/files' as const
const filePath = `${filesPath}/:conflictFileId` as const

const resolutions = z
  .record(entityId, conflictResolution)
  .refine((map) => isCountOfFiles(Object.keys(map).length), 'Name at least one file, and not too many')

const isCountOfFiles = (count: number): boolean => count > 0 && count <= limits.conflictFiles

/**
 * The calls about the files of a conflict; conflicts arrive by push, and so does what these calls change. Files can be changed
 * while the conflict's inquiry is pending; afterwards each change is refused as `entityConflict`.
 */
export const conflicts = {
  readFile: route({
    method: 'GET',
    path: `${filePath}/:version`,
    summary: 'The text of a version of a file: Target, Local, Base, Orig or Remote',
    access: 'readWorkspace',
    response: z.string(),
    responseType: 'text',
    problems: ['conflictFileVersionMissing'],
    rate: 'read',
  }),
  saveFile: route({
    method: 'PUT',
    path: `${filePath}/:version`,
    summary: 'Save the version Target of a file, which is then not resolved',
    access: 'resolveConflict',
    body: z.string(),
    bodyType: 'text',
    problems: ['conflictFileVersionMissing', 'conflictFilesInvalid', 'entityConflict'],
    rate: 'write',
  }),
  resolveFiles: route({
    method: 'POST',
    path: `${filesPath}/resolve`,
    summary: 'Resolve files, all of them or none',
    access: 'resolveConflict',
    body: z.strictObject({ resolutions }),
    problems: ['conflictFilesInvalid', 'conflictFilesResolveFailed', 'entityConflict'],
    rate: 'write',
  }),
  resetFiles: route({
    method: 'POST',
    path: `${filesPath}/reset`,
    summary: 'Take back resolutions and edits of files, of all of them or of none',
    access: 'resolveConflict',
    body: z.strictObject({ conflictFileIds: z.array(entityId).min(1).max(limits.conflictFiles) }),
    problems: ['conflictFilesInvalid', 'conflictFilesResetFailed', 'entityConflict'],
    rate: 'write',
  }),
  resolveFile: route({
    method: 'POST',
    path: `${filePath}/resolve`,
    summary: 'Resolve a file; Manual accepts its target content, which must hold no conflict marker',
    access: 'resolveConflict',
    body: z.strictObject({ resolution: conflictResolution }),
    problems: ['conflictFilesInvalid', 'conflictFilesResolveFailed', 'entityConflict'],
    rate: 'write',
  }),
  resetFile: route({
    method: 'POST',
    path: `${filePath}/reset`,
    summary: 'Take back the resolution and the edits of a file',
    access: 'resolveConflict',
    problems: ['conflictFilesResetFailed', 'entityConflict'],
    rate: 'write',
  }),
}
