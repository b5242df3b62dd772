/** The fields of SandboxInfo and SandboxProcess of a sandbox for which nothing was asked. */
export const sandboxDefaults = {
  SourceId: null,
  TemplateId: null,
  HistoryDays: 0,
  CopyChatter: false,
  CopyArchivedActivities: false,
  AutoActivate: true,
  ApexClassId: null,
  ActivationUserGroupId: null,
  Features: null,
} as const
