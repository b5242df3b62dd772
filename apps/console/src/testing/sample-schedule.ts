import { flowInTemplate } from '@sluice/contract/job-commands/flow-in'
import type { Schedule } from '@sluice/contract/schedule'
import { id } from './samples.ts'

const moment = '2026-01-31T12:00:00.000Z'

/** A nightly flow in of all environments. */
export const sampleSchedule = (changes: Partial<Schedule> = {}): Schedule => ({
  id: id(80),
  workspaceId: id(1),
  stackId: id(2),
  createdUtc: moment,
  createdByUserId: id(90),
  runAsUserId: id(90),
  name: 'Every night',
  description: null,
  isEnabled: true,
  jobCommandName: 'FlowIn',
  jobTemplate: flowInTemplate.parse({ environmentFilter: { include: { all: true } } }),
  recurrence: '0 2 * * *',
  nextOccurrenceUtc: '2100-02-01T02:00:00.000Z',
  lastExecutedUtc: null,
  problems: [],
  ...changes,
})
