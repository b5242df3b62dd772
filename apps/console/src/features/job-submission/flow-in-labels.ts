export const conflictStrategyLabels = {
  AskForEach: 'Ask for each conflict',
  PreferLocal: 'Prefer local',
  PreferRemote: 'Prefer remote',
  TakeLocalFile: 'Take local file',
  TakeRemoteFile: 'Take remote file',
  Abort: 'Abort the job',
} as const

export const retrieveModeLabels = {
  Auto: 'Auto',
  Partial: 'Partial',
  Full: 'Full',
} as const
