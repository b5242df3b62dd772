import type { ErrorRule } from '../error-rule.ts'

/** What profiles, permission sets and the deploying user may not. */
export const accessRules: readonly ErrorRule[] = [
  {
    id: 'unknown-permission',
    pattern: /Unknown user permission: (?<name>\w+)/i,
    title: 'The org does not know the permission {name}',
    meaning: 'The permission belongs to a feature, edition or release that the org does not have.',
    wayOut: 'Remove the permission from the profile or permission set, or switch on its feature in the org.',
  },
  {
    id: 'required-field-permission',
    pattern: /You cannot deploy to a required field: (?<name>\S+)/i,
    title: 'The access to the required field {name} cannot be set',
    meaning: 'Everybody can edit a required field, so profiles and permission sets must not name it.',
    wayOut: 'Remove the fieldPermissions of the field from the profile or permission set.',
  },
  {
    id: 'permission-depends',
    pattern: /Permission (?<name>\w+) depends on permission\(s\): (?<needs>[\w, ]+)/i,
    title: 'The permission {name} needs {needs}',
    meaning: 'A profile or permission set gives a permission without another one that it needs.',
    wayOut: 'Give {needs} too, or take {name} away.',
  },
  {
    id: 'license-permission',
    pattern: /The user license doesn't allow the permission: (?<name>[^.\n]+)/i,
    title: 'The user licence does not allow {name}',
    meaning: 'The licence of the profile or permission set does not include this permission.',
    wayOut: 'Remove the permission, or use a permission set without a licence or with another one.',
  },
  {
    id: 'permission-set-license',
    pattern: /Permission set must be associated to a user license/i,
    title: 'A permission set needs a user licence',
    meaning: 'The permission set gives permissions that exist only within a licence.',
    wayOut: 'Name the licence in the permission set, or remove these permissions.',
  },
  {
    id: 'invalid-tab-setting',
    pattern: /can't edit tab settings for (?<name>\S+?),/i,
    title: 'The tab {name} is not valid in the org',
    meaning:
      'A profile or permission set sets the visibility of a tab that the org does not have or does not use.',
    wayOut: 'Bring the tab along with what it opens, or remove its entry.',
    missing: 'CustomTab {name}',
  },
  {
    id: 'standard-profile-renamed',
    pattern: /Cannot rename standard profile/i,
    title: 'A standard profile has another name in the org',
    meaning:
      'Standard profiles keep their names. Some are called differently by an org of another language or edition.',
    wayOut: 'Leave the profile out with a line in .sluiceinclude, or use the name that the org has.',
  },
  {
    id: 'insufficient-access',
    pattern: /insufficient access rights|INSUFFICIENT_ACCESS/i,
    title: 'The user of the connection may not change this',
    meaning:
      'The user as whom Sluice deploys lacks a permission, or the component is held by something in use.',
    wayOut:
      'Give the user Modify Metadata and Modify All Data. A flow with paused interviews cannot be deleted either.',
  },
  {
    id: 'managed-component',
    pattern:
      /Cannot (?:modify|update|edit) (?:a )?managed (?:object|component)|state=(?:MANAGED_)?INSTALLED/i,
    title: 'A component belongs to an installed package',
    meaning:
      'What a managed package brings can be changed in few respects only, and only where the package allows it.',
    wayOut: 'Undo the change in the branch, and upgrade the package instead if that is what is wanted.',
  },
]
