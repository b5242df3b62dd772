import { type ComponentIdentity, decodeComponentName } from '@sluice/metadata/component'
import type { ChangeType } from '@sluice/metadata/diff/file-change'
import { parentOf } from '@sluice/metadata/paths'
import type { AuditEntry } from '@sluice/salesforce/tooling/audit-trail'
import type { Modifier } from '../branch/author-groups.ts'

interface ChangedComponent {
  readonly identity: ComponentIdentity
  readonly changeType: ChangeType
}

/**
 * Who changed a component, as far as the org's audit trail tells. Its rows are sentences for people, so a row counts when it
 * says the component's name. Rows that say its type or its parent go before others; where those that are left name several
 * people, only a row about the type decides. Null where the trail does not tell.
 */
export function modifierInTrail(trail: readonly AuditEntry[], change: ChangedComponent): Modifier | null {
  const { identity, changeType } = change
  const name = withWord(ownName(identity))
  const isDeletion = changeType === 'Deleted'
  const about = trail.filter((entry) => name.test(entry.display) && deletes(entry) === isDeletion)
  const parent = parentOf(identity)
  const ofParent = preferred(about, (entry) => parent === null || says(entry, ownName(parent)))
  const ofType = ofParent.filter((entry) => says(entry, identity.componentType))
  const [newest] = ofType.length > 0 ? ofType : byOnePerson(ofParent)
  if (newest === undefined) return null
  return { userId: newest.createdById, name: newest.createdByName, date: new Date(newest.createdDate) }
}

const deletes = ({ action, display }: AuditEntry): boolean => /delete|remove/iu.test(`${action} ${display}`)

function preferred(
  entries: readonly AuditEntry[],
  isBetter: (entry: AuditEntry) => boolean,
): readonly AuditEntry[] {
  const better = entries.filter(isBetter)
  return better.length > 0 ? better : entries
}

function byOnePerson(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  return new Set(entries.map(({ createdById }) => createdById)).size === 1 ? entries : []
}

const plain = (text: string): string => text.replaceAll(/[\s_]/gu, '').toLowerCase()

/** Whether a row says a word, such as `ApexClass` as `Apex Class`, in any of its texts. */
function says({ action, section, display }: AuditEntry, word: string): boolean {
  return [action, section, display].some((text) => plain(text).includes(plain(word)))
}

/** The name that people see: without folder, parent and the suffix of what is custom. */
function ownName({ componentType, componentName }: ComponentIdentity): string {
  const name = decodeComponentName(componentName)
  const own =
    componentType === 'Layout' ? name.slice(name.indexOf('-') + 1) : name.slice(name.lastIndexOf('/') + 1)
  const last =
    parentOf({ packageName: '', componentType, componentName }) === null
      ? own
      : own.slice(own.lastIndexOf('.') + 1)
  return last.replace(/__[a-z]+$/iu, '')
}

/** Finds a name that stands alone, or with the suffix of what is custom. */
function withWord(name: string): RegExp {
  const escaped = name.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`)
  return new RegExp(String.raw`(?:^|[^\p{L}\p{N}_])${escaped}(?:__[a-z]+)?(?:$|[^\p{L}\p{N}_])`, 'u')
}
