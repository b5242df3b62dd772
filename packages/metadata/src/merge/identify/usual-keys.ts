/** Children that name an element in types that no rule knows, tried in this order. */
export const usualKeys = [
  'fullName', 'name', 'developerName', 'apiName', 'field', 'object', 'application', 'apexClass', 'recordType', 'tab', 'flow', 'apexPage',
  'customPermission', 'externalDataSource', 'picklist', 'masterLabel', 'layout', 'relatedList', 'quickActionName', 'actionName', 'valueName',
  'label', 'section', 'identifier', 'component', 'page', 'fieldName', 'column', 'sobjectType', 'language', 'key', 'id', 'url', 'type',
] // prettier-ignore
