/**
 * Types whose ordered lists only say how things are shown to people. Elsewhere an order may decide what happens: the first rule
 * of a decision that fits wins, steps follow each other.
 */
const displayTypes = new Set([
  'AppMenu', 'ChannelLayout', 'CompactLayout', 'CustomApplication', 'CustomField', 'CustomHelpMenuSection', 'CustomObject', 'FieldSet',
  'FlexiPage', 'GlobalValueSet', 'HomePageComponent', 'HomePageLayout', 'Layout', 'ListView', 'NavigationMenu', 'Network',
  'PathAssistant', 'QuickAction', 'ReportType', 'StandardValueSet',
]) // prettier-ignore

/** Whether the order of lists below this path (names only) is one of display. */
export function isDisplayOrder(plainPath: string): boolean {
  return displayTypes.has(plainPath.split('/')[1] ?? '')
}
