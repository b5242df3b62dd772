/** Whose right decides about a call that touches what another person has started, set up or offered. */
type JudgedBy =
  /** The caller must be able to start the job himself at this moment, besides the permission of the call. */
  | 'rights of the job'
  /** The caller must be able to start the jobs of a schedule that runs as another person, where the call makes it run more or elsewhere. */
  | 'rights of the scheduled jobs'
  /** What starts is a job of the caller, judged like each submission. */
  | 'a job of the caller'
  /** Whoever sent the invitation must still be able to send it when it is accepted. */
  | 'rights of the inviter'
  /** The caller sends the invitation, now or again. */
  | 'the caller invites'
  /** Nothing starts: the permission of the call is enough. */
  | 'stops only'
  | 'asks only'

/** Every call by which somebody could act with the rights of another person. A call of these concepts that is missing here fails a test. */
export const actsForOthers: Readonly<Record<string, JudgedBy>> = {
  'jobs.provision': 'a job of the caller',
  'jobs.quickDeploy': 'a job of the caller',
  'jobs.cancel': 'stops only',
  'jobs.downloadArtifact': 'asks only',
  'jobs.subscribeToProgress': 'asks only',
  'inquiries.answer': 'rights of the job',
  'conflicts.saveFile': 'rights of the job',
  'conflicts.resolveFile': 'rights of the job',
  'conflicts.resolveFiles': 'rights of the job',
  'conflicts.resetFile': 'rights of the job',
  'conflicts.resetFiles': 'rights of the job',
  'schedules.create': 'a job of the caller',
  'schedules.update': 'rights of the scheduled jobs',
  'schedules.delete': 'stops only',
  'schedules.validateCronExpression': 'asks only',
  'environments.setTag': 'rights of the scheduled jobs',
  'environments.deleteTag': 'rights of the scheduled jobs',
  'invitations.create': 'the caller invites',
  'invitations.extend': 'the caller invites',
  'invitations.accept': 'rights of the inviter',
  'invitations.reject': 'stops only',
  'invitations.delete': 'stops only',
}
