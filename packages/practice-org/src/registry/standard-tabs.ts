/** Objects and pages with a standard tab, by the names that profiles give these tabs. */
const names = [
  'Account',
  'Asset',
  'Campaign',
  'Case',
  'Chatter',
  'Contact',
  'Contract',
  'Dashboard',
  'Document',
  'Event',
  'File',
  'Forecasting3',
  'Idea',
  'Lead',
  'Opportunity',
  'Order',
  'Pricebook2',
  'Product2',
  'Quote',
  'Solution',
  'Task',
  'report',
  'home',
]

/** The standard tabs (`standard-Account`) and their labels. No list and no describe names them. */
export const standardTabs: ReadonlyMap<string, string> = new Map(
  names.map((name) => [`standard-${name}`, name]),
)
