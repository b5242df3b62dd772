import { productGroups } from './product-groups.ts'

const groups: readonly (readonly [string, readonly string[]])[] = [
  [
    'Code',
    [
      'ApexClass',
      'ApexTrigger',
      'ApexPage',
      'ApexComponent',
      'ApexTestSuite',
      'AuraDefinitionBundle',
      'LightningComponentBundle',
      'LightningMessageChannel',
      'StaticResource',
      'Scontrol',
    ],
  ],
  [
    'Objects, and what lies inside them',
    [
      'CustomObject',
      'BusinessProcess',
      'CompactLayout',
      'CustomField',
      'FieldSet',
      'Index',
      'ListView',
      'RecordType',
      'SharingReason',
      'ValidationRule',
      'WebLink',
      'CustomMetadata',
      'GlobalValueSet',
      'StandardValueSet',
      'CustomLabels',
      'CustomLabel',
      'DuplicateRule',
      'LeadConvertSettings',
      'MatchingRules',
      'MatchingRule',
      'TopicsForObjects',
    ],
  ],
  [
    'Pages, apps and navigation',
    [
      'Layout',
      'FlexiPage',
      'QuickAction',
      'CustomTab',
      'CustomApplication',
      'CustomApplicationComponent',
      'CustomPageWebLink',
      'HomePageComponent',
      'HomePageLayout',
      'AppMenu',
      'PathAssistant',
      'LightningExperienceTheme',
      'BrandingSet',
      'ContentAsset',
      'Prompt',
      'CustomHelpMenuSection',
      'CustomFeedFilter',
      'CustomNotificationType',
    ],
  ],
  [
    'Automation and processes',
    [
      'Flow',
      'FlowCategory',
      'FlowTest',
      'Workflow',
      'WorkflowAlert',
      'WorkflowFieldUpdate',
      'WorkflowFlowAction',
      'WorkflowKnowledgePublish',
      'WorkflowOutboundMessage',
      'WorkflowRule',
      'WorkflowSend',
      'WorkflowTask',
      'ApprovalProcess',
      'AssignmentRules',
      'AssignmentRule',
      'AutoResponseRules',
      'AutoResponseRule',
      'EscalationRules',
      'EscalationRule',
      'EntitlementProcess',
      'MilestoneType',
      'ActionPlanTemplate',
      'PlatformEventChannel',
      'PlatformEventChannelMember',
      'PlatformEventSubscriberConfig',
      'BatchProcessJobDefinition',
    ],
  ],
  [
    'Users, access and sharing',
    [
      'Profile',
      'PermissionSet',
      'PermissionSetGroup',
      'MutingPermissionSet',
      'CustomPermission',
      'Role',
      'Group',
      'Queue',
      'QueueRoutingConfig',
      'SharingRules',
      'SharingCriteriaRule',
      'SharingGuestRule',
      'SharingOwnerRule',
      'SharingTerritoryRule',
      'SharingSet',
      'DelegateGroup',
      'RestrictionRule',
    ],
  ],
  [
    'Reports, documents and mail',
    ['Report', 'Dashboard', 'ReportType', 'AnalyticSnapshot', 'EmailTemplate', 'Letterhead', 'Document'],
  ],
  [
    'Translations',
    ['Translations', 'CustomObjectTranslation', 'GlobalValueSetTranslation', 'StandardValueSetTranslation'],
  ],
  [
    'Connections to other systems',
    [
      'RemoteSiteSetting',
      'CspTrustedSite',
      'CorsWhitelistOrigin',
      'NamedCredential',
      'ExternalCredential',
      'ExternalDataSource',
      'ExternalServiceRegistration',
      'ConnectedApp',
      'ExternalClientApplication',
      'ExtlClntAppConfigurablePolicies',
      'ExtlClntAppMobileSettings',
      'ExtlClntAppNotificationSettings',
      'ExtlClntAppOauthConfigurablePolicies',
      'ExtlClntAppOauthSettings',
      'ExtlClntAppPushSettings',
      'ExtlClntAppSamlConfigurablePolicies',
      'AuthProvider',
      'EmailServicesFunction',
      'RedirectWhitelistUrl',
    ],
  ],
  [
    'Service and sites',
    [
      'ServiceChannel',
      'ServicePresenceStatus',
      'PresenceUserConfig',
      'PresenceDeclineReason',
      'LiveChatButton',
      'LiveChatDeployment',
      'LiveChatAgentConfig',
      'CallCenter',
      'Skill',
      'ChannelLayout',
      'EmbeddedServiceConfig',
      'CustomSite',
      'Network',
      'Community',
      'NavigationMenu',
      'ExperienceBundle',
      'ExperiencePropertyTypeBundle',
      'DigitalExperienceBundle',
      'DigitalExperienceConfig',
      'ManagedTopics',
      'LightningBolt',
      'CleanDataService',
      'RecordActionDeployment',
      'RecommendationStrategy',
    ],
  ],
  ...productGroups,
]

/** Objects that only some orgs have, or that the service returns only sometimes: they would come and go with every retrieve. */
const excludedObjects: readonly (readonly [string, readonly string[]])[] = [
  ['Only in orgs with a developer hub', ['ActiveScratchOrg', 'NamespaceRegistry', 'ScratchOrgInfo']],
  [
    'The service returns these only sometimes',
    [
      'Learning',
      'LearningAssignment',
      'LearningAssignmentProgress',
      'LearningLinkProgress',
      'LearningItem',
      'LearningItemAssignment',
      'LearningItemProgress',
      'VoiceCall',
    ],
  ],
]

/**
 * Types that belong to one org rather than to the team's work: offered, not taken. The global settings of external client apps
 * hold their keys and secrets.
 */
const offered: readonly string[] = [
  'ExtlClntAppGlobalOauthSettings',
  'ExtlClntAppOauthSecuritySettings',
  'Settings',
  'InstalledPackage',
  'ProfilePasswordPolicy',
  'ProfileSessionSetting',
  'Certificate',
  'SamlSsoConfig',
  'SiteDotCom',
]

/**
 * Types that do harm when they are deployed: a FlowDefinition activates the version of a flow that has its number in the other
 * org, and a DataCategoryGroup removes all categories that it lacks, with what was filed under them (Metadata API guide).
 */
const harmful: readonly string[] = ['FlowDefinition', 'DataCategoryGroup']

const head = `# Which metadata is tracked. One spec a line:
#   <package>/<namespace>/<type>/<folder>/<item>
# - "unpackaged" is everything outside packages, "~" is no namespace prefix.
# - A spec that stops early covers everything below it; *, ? and [a-z] match within a segment.
# - A folder stands before the item for Report, Dashboard, Document and EmailTemplate only.
# - "!" excludes. Upper and lower case do not matter.
# Nothing is tracked unless a line includes it. The last line that matches decides.
`

/** Types that the text leaves out on purpose. */
export const leftOutOnPurpose: ReadonlySet<string> = new Set([...offered, ...harmful])

/** The text that a new repository gets, put together from the groups above. */
export const defaultText: string = [
  head,
  ...groups.map(([title, types]) =>
    section(
      title,
      types.map((type) => `unpackaged/~/${type}`),
    ),
  ),
  ...excludedObjects.map(([title, names]) =>
    section(
      title,
      names.map((name) => `!unpackaged/~/CustomObject/${name}`),
    ),
  ),
  section(
    'Settings of one org. Remove the "#" to track them too',
    offered.map((type) => `# unpackaged/~/${type}`),
  ),
  section(
    'A deployment of these changes more than they say. Better make such changes in each org',
    harmful.map((type) => `# unpackaged/~/${type}`),
  ),
].join('\n')

function section(title: string, lines: readonly string[]): string {
  return `# ${title}\n${lines.join('\n')}\n`
}
