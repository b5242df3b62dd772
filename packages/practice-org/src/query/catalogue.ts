import { membershipRows, suiteRows } from '../apex-tests/suites.ts'
import type { Org } from '../org.ts'
import { displayName } from '../org-state.ts'
import { idOfName } from '../ids.ts'
import type { SObjectRecord } from '../records.ts'
import { standardValueSets } from '../registry/metadata-types.ts'
import { templateRows } from '../sandboxes/sandbox-settings.ts'
import { apexRows, componentRows, deployRows } from './component-rows.ts'
import { flowTypes } from './flow-rows.ts'
import { installedPackages } from './installed-packages.ts'
import { fieldList } from './sobjects.ts'
import type { SObjectType } from './sobjects.ts'

const audit =
  'CreatedDate:datetime CreatedById:reference LastModifiedDate:datetime LastModifiedById:reference'
const isProduction = (org: Org): boolean => !org.info.isSandbox

/** An object whose records lie in the org's record files. */
function stored(name: string, fields: string, more: Partial<SObjectType> = {}): SObjectType {
  return {
    name,
    api: 'tooling',
    fields: fieldList(`Id:id ${fields}`),
    rows: (org) => [...org.records.all(name)],
    ...more,
  }
}

/** Profile ids are made from names, so that records that name a profile need no table. */
export function profileIdOf(name: string): string {
  return idOfName('00e', name)
}

/** A person as the User record shows them; passwords are nowhere in it. */
function userRows(org: Org): SObjectRecord[] {
  return org.users.map((user) => ({
    Id: user.id,
    Username: user.username,
    Name: displayName(user),
    FirstName: user.firstName,
    LastName: user.lastName,
    Email: user.email,
    IsActive: user.isActive,
    Alias: user.username.slice(0, 8),
    Title: user.title,
    UserType: 'Standard',
    ProfileId: profileIdOf(user.profile),
    CreatedDate: org.info.createdDate,
    LastModifiedDate: org.info.createdDate,
    UserRoleId: null,
    SmallPhotoUrl: '',
    LanguageLocaleKey: 'en_US',
    TimeZoneSidKey: 'Europe/Berlin',
    LocaleSidKey: 'en_US',
  }))
}

function organizationRows(org: Org): SObjectRecord[] {
  const { info } = org
  return [
    {
      Id: info.id,
      Name: info.name,
      InstanceName: info.instanceName,
      IsSandbox: info.isSandbox,
      OrganizationType: info.organizationType,
      NamespacePrefix: null,
      TrialExpirationDate: null,
      LanguageLocaleKey: 'en_US',
      DefaultLocaleSidKey: 'en_US',
      CreatedDate: info.createdDate,
      PrimaryContact: null,
    },
  ]
}

const types: SObjectType[] = [
  {
    name: 'Organization',
    api: 'both',
    rows: organizationRows,
    fields: fieldList(
      'Id:id Name InstanceName IsSandbox:boolean OrganizationType NamespacePrefix TrialExpirationDate:datetime LanguageLocaleKey DefaultLocaleSidKey CreatedDate:datetime PrimaryContact',
    ),
  },
  {
    name: 'User',
    api: 'both',
    rows: userRows,
    relationships: { Profile: { object: 'Profile', field: 'ProfileId' } },
    fields: fieldList(
      'Id:id Username Name FirstName LastName Email IsActive:boolean Alias Title UserType ProfileId:reference CreatedDate:datetime LastModifiedDate:datetime UserRoleId:reference SmallPhotoUrl LanguageLocaleKey TimeZoneSidKey LocaleSidKey',
    ),
  },
  {
    name: 'Profile',
    api: 'both',
    fields: fieldList('Id:id Name UserType'),
    rows: (org) =>
      [...new Set(org.users.map((user) => user.profile))].map((name) => ({
        Id: profileIdOf(name),
        Name: name,
        UserType: 'Standard',
      })),
  },
  stored('Group', 'Name DeveloperName Type', { api: 'both', writable: true }),
  stored('GroupMember', 'GroupId:reference UserOrGroupId:reference', { api: 'data', writable: true }),
  stored('Account', 'Name Industry Website', { api: 'data', writable: true }),
  stored('Knowledge__DataCategorySelection', 'ParentId DataCategoryGroupName DataCategoryName', {
    api: 'data',
    writable: true,
  }),
  stored(
    'SetupAuditTrail',
    'Action Section Display CreatedDate:datetime CreatedById:reference DelegateUser ResponsibleNamespacePrefix',
    { api: 'data', relationships: { CreatedBy: { object: 'User', field: 'CreatedById' } } },
  ),
  stored('PackageLicense', 'NamespacePrefix Status', { api: 'data' }),
  ...(['ApexClass', 'ApexTrigger'] as const).map((name): SObjectType => ({
    name,
    api: 'both',
    rows: (org) => apexRows(org, name),
    fields: fieldList(
      `Id:id Name NamespacePrefix ApiVersion:double Status IsValid:boolean BodyCrc:double Body LengthWithoutComments:int ManageableState SymbolTable:complexvalue TableEnumOrId ${audit}`,
    ),
  })),
  ...(
    [
      'CustomObject',
      'CustomField',
      'ValidationRule',
      'Layout',
      'PermissionSet',
      'LightningComponentBundle',
      'AuraDefinitionBundle',
      'StaticResource',
    ] as const
  ).map((name): SObjectType => ({
    name,
    api: 'tooling',
    rows: (org) => componentRows(org, name),
    fields: fieldList(`Id:id DeveloperName FullName Name ManageableState NamespacePrefix ${audit}`),
  })),
  ...flowTypes,
  stored(
    'SourceMember',
    'MemberType MemberName MemberIdOrName RevisionCounter:int RevisionNum:int IsNameObsolete:boolean IsNewMember:boolean ChangedBy LastModifiedDate:datetime SystemModstamp:datetime',
    { exists: (org) => org.info.tracksSource },
  ),
  stored(
    'SandboxInfo',
    `SandboxName LicenseType Description SourceId:reference TemplateId:reference HistoryDays:int CopyChatter:boolean CopyArchivedActivities:boolean AutoActivate:boolean ApexClassId:reference ActivationUserGroupId:reference Features PostCopyConfig IsDeleted:boolean ${audit}`,
    { exists: isProduction, writable: true },
  ),
  stored(
    'SandboxProcess',
    'Status SandboxName SandboxInfoId:reference LicenseType CreatedDate:datetime StartDate:datetime EndDate:datetime CopyProgress:int SandboxOrganization SandboxOrgId SourceId:reference Description Features ApexClassId:reference TemplateId:reference HistoryDays:int ActivatedDate:datetime ActivatedById:reference ActivationUserGroupId:reference AutoActivate:boolean RefreshAction CopyChatter:boolean CopyArchivedActivities:boolean LastModifiedDate:datetime SystemModstamp:datetime',
    { exists: isProduction, writable: true },
  ),
  stored('PartitionLevelScheme', 'DeveloperName MasterLabel Description Language IsDeleted:boolean', {
    exists: isProduction,
    rows: templateRows,
    writable: true,
  }),
  {
    name: 'DeployRequest',
    api: 'tooling',
    rows: deployRows,
    relationships: { CreatedBy: { object: 'User', field: 'CreatedById' } },
    fields: fieldList(
      'Id:id Status Type CheckOnly:boolean RollbackOnError:boolean IgnoreWarnings:boolean AllowMissingFiles:boolean PurgeOnDelete:boolean SinglePackage:boolean CompletedDate:datetime StartDate:datetime CreatedDate:datetime CreatedById:reference LastModifiedDate:datetime ChangeSetName InboundChangeSetId:reference TestLevel NumberComponentErrors:int NumberComponentsDeployed:int NumberComponentsTotal:int NumberTestErrors:int NumberTestsCompleted:int NumberTestsTotal:int ErrorMessage ErrorStatusCode StateDetail SourceDeployRequestId:reference ZipSize:int NumberFiles:int RunTestsEnabled:boolean',
    ),
  },
  stored(
    'ApexTestRunResult',
    'AsyncApexJobId:reference UserId:reference JobName IsAllTests:boolean Source StartTime:datetime EndTime:datetime TestTime:int TestSetupTime:int Status ClassesEnqueued:int ClassesCompleted:int MethodsEnqueued:int MethodsCompleted:int MethodsFailed:int CreatedDate:datetime',
  ),
  stored(
    'ApexTestQueueItem',
    'ApexClassId:reference Status ExtendedStatus ParentJobId:reference TestRunResultId:reference ShouldSkipCodeCoverage:boolean CreatedDate:datetime CreatedById:reference',
    { writable: true, relationships: { ApexClass: { object: 'ApexClass', field: 'ApexClassId' } } },
  ),
  stored(
    'ApexTestResult',
    'SystemModstamp:datetime TestTimestamp:datetime Outcome ApexClassId:reference MethodName Message StackTrace AsyncApexJobId:reference QueueItemId:reference ApexLogId:reference ApexTestRunResultId:reference RunTime:int IsTestSetup:boolean',
    { relationships: { ApexClass: { object: 'ApexClass', field: 'ApexClassId' } } },
  ),
  stored('ApexTestSuite', 'TestSuiteName', { writable: true, rows: suiteRows }),
  stored('TestSuiteMembership', 'ApexTestSuiteId:reference ApexClassId:reference', {
    writable: true,
    rows: membershipRows,
    relationships: { ApexClass: { object: 'ApexClass', field: 'ApexClassId' } },
  }),
  stored(
    'ApexCodeCoverage',
    'ApexTestClassId:reference TestMethodName ApexClassOrTriggerId:reference ApexTestClass:complexvalue ApexClassOrTrigger:complexvalue NumLinesCovered:int NumLinesUncovered:int Coverage:complexvalue',
  ),
  stored(
    'ApexCodeCoverageAggregate',
    'ApexClassOrTriggerId:reference ApexClassOrTrigger:complexvalue NumLinesCovered:int NumLinesUncovered:int Coverage:complexvalue',
  ),
  stored('ApexOrgWideCoverage', 'PercentCovered:int'),
  stored(
    'AsyncApexJob',
    'Status JobType ApexClassId:reference JobItemsProcessed:int TotalJobItems:int NumberOfErrors:int CreatedDate:datetime CompletedDate:datetime CreatedById:reference',
    { api: 'both' },
  ),
  stored('ApexLog', 'Operation Status Application LogLength:int StartTime:datetime', { api: 'both' }),
  stored(
    'InstalledSubscriberPackage',
    'SubscriberPackageId:reference SubscriberPackage:complexvalue SubscriberPackageVersionId:reference SubscriberPackageVersion:complexvalue',
    { rows: installedPackages },
  ),
  stored('MetadataPackage', 'Name NamespacePrefix PackageCategory'),
  stored(
    'MetadataPackageVersion',
    'Name MetadataPackageId:reference MajorVersion:int MinorVersion:int PatchVersion:int BuildNumber:int ReleaseState',
  ),
  {
    name: 'SourceTrackingSettings',
    api: 'tooling',
    fields: fieldList('Id:id IsSourceTrackingSandboxesEnabled:boolean'),
    rows: (org) => [{ Id: idOfName('0ZT', org.info.id), IsSourceTrackingSandboxesEnabled: true }],
  },
  {
    name: 'StandardValueSet',
    api: 'tooling',
    fields: fieldList('Id:id MasterLabel FullName Metadata:complexvalue'),
    rows: () =>
      standardValueSets.map((name) => ({
        Id: idOfName('0Vs', name),
        MasterLabel: name,
        FullName: name,
        Metadata: { standardValue: [] },
      })),
  },
  {
    name: 'EntityDefinition',
    api: 'tooling',
    fields: fieldList('Id:id DurableId QualifiedApiName DeveloperName Label KeyPrefix'),
    rows: (org) =>
      org.store.list('CustomObject').map((record) => ({
        Id: record.id,
        DurableId: record.id,
        QualifiedApiName: record.fullName,
        DeveloperName: record.fullName.replace(/__\w+$/, ''),
        Label: record.fullName,
        KeyPrefix: null,
      })),
  },
]

const byName = new Map(types.map((type) => [type.name.toLowerCase(), type]))

/**
 * The object with this name in whatever letter case, if this org and this API have it.
 * Undefined becomes INVALID_TYPE in queries and 404 in record calls: so do ScratchOrgInfo
 * everywhere, sandbox objects in sandboxes, and SourceMember in orgs without tracking.
 */
export function findSObject(org: Org, name: string, api: 'data' | 'tooling'): SObjectType | undefined {
  const type = byName.get(name.toLowerCase())
  if (!type || (type.api !== 'both' && type.api !== api) || type.exists?.(org) === false) return undefined
  return type
}

/** All objects of an API in this org, in the order in which the table above lists them. */
export function sobjectsOf(org: Org, api: 'data' | 'tooling'): SObjectType[] {
  return types.filter((type) => findSObject(org, type.name, api) !== undefined)
}
