import type { XmlElement } from './element.ts'

/**
 * The service writes children in schema sequence: those of the base type first, then the type's own in byte order,
 * equal names together in their own order. The lists below are the base types that matter.
 */
const flowNode = [
  'processMetadataValues',
  'description',
  'name',
  'elementSubtype',
  'label',
  'locationX',
  'locationY',
]
const sharingRule = ['fullName', 'accessLevel', 'accountSettings', 'description', 'label', 'sharedTo']
const appOverride = ['actionName', 'comment', 'content', 'formFactor', 'skipRecordTypeSelect', 'type']
const profileOverride = ['actionName', 'content', 'formFactor', 'pageOrSobjectType', 'recordType', 'type']
const picklistValue = ['fullName', 'color', 'default', 'description', 'isActive', 'label']
const folder = ['accessType', 'folderShares', 'name', 'publicFolderAccess', 'sharedTo']
const filterItem = ['field', 'operation', 'value', 'valueField']
const strategyNode = ['childNode', 'description', 'label', 'name', 'limit']

const flowNodes = [
  'actionCalls',
  'apexPluginCalls',
  'assignments',
  'collectionProcessors',
  'customErrors',
  'decisions',
  'loops',
  'orchestratedStages',
  'recordCreates',
  'recordDeletes',
  'recordLookups',
  'recordRollbacks',
  'recordUpdates',
  'screens',
  'start',
  'steps',
  'subflows',
  'waits',
  'formulas',
  'choices',
  'constants',
  'variables',
  'textTemplates',
  'dynamicChoiceSets',
  'stages',
  'rules',
  'fields',
]

/** Base children by `Type/element`; the element is the one whose children are ordered. */
const bases = new Map<string, string[]>([
  ...flowNodes.map((name): [string, string[]] => [`Flow/${name}`, flowNode]),
  ...['sharingCriteriaRules', 'sharingOwnerRules', 'sharingGuestRules', 'sharingTerritoryRules'].map(
    (name): [string, string[]] => [`SharingRules/${name}`, sharingRule],
  ),
  ['CustomApplication/actionOverrides', appOverride],
  ['CustomApplication/profileActionOverrides', profileOverride],
  ['DuplicateRule/duplicateRuleFilterItems', filterItem],
  ['StandardValueSet/standardValue', picklistValue],
  ['GlobalValueSet/customValue', picklistValue],
  ['CustomObject/value', picklistValue],
  ['ReportFolder/ReportFolder', folder],
  ['DashboardFolder/DashboardFolder', folder],
  ['DocumentFolder/DocumentFolder', folder],
  ['EmailFolder/EmailFolder', folder],
  ...['actionLoadNode', 'filterNode', 'limitNode', 'mapNode', 'sortNode', 'unionNode'].map(
    (name): [string, string[]] => [`RecommendationStrategy/${name}`, strategyNode],
  ),
])

/**
 * Puts every element's children into schema sequence, in place, all the way down. Elements of
 * one name keep their order: it may mean something.
 */
export function orderBySchema(root: XmlElement): void {
  order(root, root.name)
}

/** Without a base type of its own an element has `fullName` first, as nearly all metadata does. */
function order(element: XmlElement, type: string): void {
  if (element.children.length > 1) {
    const base = bases.get(`${type}/${element.name}`) ?? ['fullName']
    const rank = (name: string): number => {
      const position = base.indexOf(name)
      return position === -1 ? base.length : position
    }
    element.children.sort(
      (a, b) => rank(a.name) - rank(b.name) || (a.name === b.name ? 0 : a.name < b.name ? -1 : 1),
    )
  }
  for (const child of element.children) order(child, type)
}
