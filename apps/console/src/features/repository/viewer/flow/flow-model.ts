/** An element of a flow as it stands on the canvas of Flow Builder. */
export interface FlowElement {
  readonly name: string
  /** What the element is called on the canvas. */
  readonly label: string
  /** The element of the XML, such as `decisions`. */
  readonly tag: string
  /** Everything that the element says, without its place on the canvas and the targets of its connectors. */
  readonly content: string
}

export interface FlowConnector {
  readonly from: string
  /** Where in its element the connector begins: the outcome of a decision, the fault path. */
  readonly slot: string
  readonly to: string
  readonly label: string
  readonly isFault: boolean
}

export interface FlowModel {
  readonly elements: readonly FlowElement[]
  readonly connectors: readonly FlowConnector[]
}

/** The name of the start in the model; no element can have it, because names have no spaces. */
export const startName = 'the start'

/** Elements of the canvas in XML that does not give them a place, as Flow Builder writes it with automatic layout. */
const canvasTags: ReadonlySet<string> = new Set(
  `actionCalls apexPluginCalls assignments collectionProcessors customErrors decisions loops orchestratedStages recordCreates
  recordDeletes recordLookups recordRollbacks recordUpdates screens steps subflows transforms waits`.split(
    /\s+/u,
  ),
)

/** Reads a flow from its XML; null for what is no flow. */
export function readFlow(xml: string): FlowModel | null {
  const parsed = new DOMParser().parseFromString(xml, 'application/xml')
  const root = parsed.documentElement
  if (root.localName !== 'Flow' || parsed.querySelector('parsererror') !== null) return null
  const elements: FlowElement[] = []
  const connectors: FlowConnector[] = []
  for (const child of root.children) {
    const tag = child.localName
    if (tag === 'startElementReference') connectors.push(startConnector(textOf(child)))
    const name = tag === 'start' ? startName : childText(child, 'name')
    const isOnCanvas = tag === 'start' || canvasTags.has(tag) || childText(child, 'locationX') !== ''
    if (name === '' || !isOnCanvas) continue
    elements.push({ name, label: labelOf(child, name), tag, content: contentOf(child) })
    connectors.push(...connectorsOf(child, name))
  }
  if (!elements.some(({ tag }) => tag === 'start'))
    elements.unshift({ name: startName, label: 'Start', tag: 'start', content: '' })
  const names = new Set(elements.map(({ name }) => name))
  return { elements, connectors: connectors.filter(({ to }) => names.has(to)) }
}

const startConnector = (to: string): FlowConnector => {
  const slot = 'startElementReference'
  return { from: startName, slot, to, label: '', isFault: false }
}

const textOf = (element: Element): string => (element.textContent ?? '').trim()

function childText(element: Element, tag: string): string {
  const found = [...element.children].find(({ localName }) => localName === tag)
  return found === undefined ? '' : textOf(found)
}

function labelOf(element: Element, name: string): string {
  if (element.localName !== 'start') return childText(element, 'label') || name
  const trigger = triggers[childText(element, 'triggerType')] ?? ''
  const object = childText(element, 'object')
  return ['Start', trigger, object].filter((part) => part !== '').join(' · ')
}

const triggers: Readonly<Record<string, string>> = {
  RecordBeforeSave: 'before a record is saved',
  RecordAfterSave: 'after a record is saved',
  RecordBeforeDelete: 'before a record is deleted',
  Scheduled: 'on a schedule',
  PlatformEvent: 'platform event',
}

function contentOf(element: Element): string {
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) return ''
  for (const each of copy.querySelectorAll('locationX, locationY')) each.remove()
  for (const each of copy.querySelectorAll('*')) if (isConnector(each)) each.remove()
  return copy.outerHTML.replaceAll(/>\s+</gu, '><').trim()
}

const isConnector = ({ localName }: Element): boolean =>
  localName === 'connector' || localName.endsWith('Connector')

/** The connectors of an element, also those of its outcomes, events and scheduled paths. */
function connectorsOf(element: Element, from: string): FlowConnector[] {
  return [...element.querySelectorAll('*')].filter(isConnector).flatMap((connector) => {
    const to = childText(connector, 'targetReference')
    if (to === '') return []
    const { localName: kind, parentElement: owner } = connector
    const isOwn = owner === null || owner === element
    const place = isOwn ? '' : childText(owner, 'name') || childText(owner, 'pathType')
    const label = isOwn ? labelOfOwn(element, kind) : childText(owner, 'label') || place
    return [{ from, slot: `${place} ${kind}`, to, label, isFault: kind === 'faultConnector' }]
  })
}

function labelOfOwn(element: Element, kind: string): string {
  if (kind === 'defaultConnector') return childText(element, 'defaultConnectorLabel') || 'Otherwise'
  return (
    { faultConnector: 'Fault', nextValueConnector: 'For each', noMoreValuesConnector: 'After the last' }[
      kind
    ] ?? ''
  )
}

export type FlowChange = 'added' | 'changed' | 'removed' | 'same'

export interface ChangedElement extends FlowElement {
  readonly change: FlowChange
}

export interface ChangedConnector extends FlowConnector {
  readonly change: FlowChange
}

/** Two versions of a flow in one drawing. */
export interface ChangedFlow {
  readonly elements: readonly ChangedElement[]
  readonly connectors: readonly ChangedConnector[]
}

const nothing: FlowModel = { elements: [], connectors: [] }

/** What was added, changed and removed from one version of a flow to the next; null for a flow that is new or gone. */
export function compareFlows(before: FlowModel | null, after: FlowModel | null): ChangedFlow {
  const [old, now] = [before ?? nothing, after ?? nothing]
  const oldElements = new Map(old.elements.map((element) => [element.name, element]))
  const names = new Set(now.elements.map(({ name }) => name))
  const oldConnectors = new Set(old.connectors.map(keyOf))
  const nowConnectors = new Set(now.connectors.map(keyOf))
  return {
    elements: [
      ...now.elements.map((element) => ({
        ...element,
        change: changeOf(oldElements.get(element.name), element),
      })),
      ...old.elements
        .filter(({ name }) => !names.has(name))
        .map((element) => ({ ...element, change: 'removed' as const })),
    ],
    connectors: [
      ...now.connectors.map((one) => ({
        ...one,
        change: oldConnectors.has(keyOf(one)) ? ('same' as const) : ('added' as const),
      })),
      ...old.connectors
        .filter((one) => !nowConnectors.has(keyOf(one)))
        .map((one) => ({ ...one, change: 'removed' as const })),
    ],
  }
}

const keyOf = ({ from, slot, to }: FlowConnector): string => JSON.stringify([from, slot, to])

function changeOf(before: FlowElement | undefined, after: FlowElement): FlowChange {
  if (before === undefined) return 'added'
  return before.tag === after.tag && before.content === after.content ? 'same' : 'changed'
}
