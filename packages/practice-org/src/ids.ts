import { createHash, randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const checksumAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'

/**
 * Key prefixes of the records this org knows: the first three characters of every id. Most are
 * seen in real output, the others remembered.
 */
export const keyPrefixes: Readonly<Record<string, string>> = {
  Organization: '00D',
  User: '005',
  Profile: '00e',
  Group: '00G',
  GroupMember: '011',
  ApexClass: '01p',
  ApexTrigger: '01q',
  ApexPage: '066',
  ApexComponent: '099',
  CustomObject: '01I',
  CustomField: '00N',
  Layout: '00h',
  Flow: '301',
  Report: '00O',
  Dashboard: '01Z',
  EmailTemplate: '00X',
  Document: '015',
  StaticResource: '081',
  PermissionSet: '0PS',
  LightningComponentBundle: '0Rb',
  AuraDefinitionBundle: '0Ab',
  DeployRequest: '0Af',
  RetrieveRequest: '09S',
  SandboxInfo: '0GQ',
  SandboxProcess: '0GR',
  SourceMember: '0MZ',
  AsyncApexJob: '707',
  ApexTestQueueItem: '709',
  ApexTestResult: '07M',
  ApexTestRunResult: '05m',
  ApexTestSuite: '05F',
  TestSuiteMembership: '05s',
  ApexLog: '07L',
  Account: '001',
  PartitionLevelScheme: '0Ba',
  InstalledSubscriberPackage: '0A3',
  SubscriberPackageVersion: '04t',
  SubscriberPackage: '033',
  ValidationRule: '03d',
  WebLink: '00b',
  ListView: '00B',
  RecordType: '012',
  CustomTab: '01r',
  CustomApplication: '02u',
  CustomLabel: '101',
  FlexiPage: '0M0',
  StandardValueSet: '0Vs',
  ReportFolder: '00l',
  DashboardFolder: '00l',
  EmailFolder: '00l',
  DocumentFolder: '00l',
}

/** Adds the three checksum characters: for each block of five, bit j is set when character j is upper case. */
export function to18(id15: string): string {
  let checksum = ''
  for (let block = 0; block < 3; block++) {
    let bits = 0
    for (let position = 0; position < 5; position++) {
      const character = id15.charAt(block * 5 + position)
      if (character >= 'A' && character <= 'Z') bits |= 1 << position
    }
    checksum += checksumAlphabet.charAt(bits)
  }
  return id15 + checksum
}

/** True when both name the same record, whether written with 15 or 18 characters. */
export function sameId(a: string, b: string): boolean {
  return a.slice(0, 15) === b.slice(0, 15)
}

/** A stable id for something known by name: the same name always gives the same 18 characters. */
export function idOfName(prefix: string, name: string): string {
  const digest = createHash('sha256').update(`${prefix}/${name}`).digest()
  let body = ''
  for (let index = 0; body.length < 12; index++)
    body += alphabet.charAt((digest[index] ?? 0) % alphabet.length)
  return to18(prefix + body)
}

/**
 * A new id of 18 characters: time first, so that later ids sort later, then chance.
 * Case-sensitive sort order is that of the alphabet above.
 */
export function newId(prefix: string): string {
  let time = Date.now()
  let head = ''
  for (let index = 0; index < 7; index++) {
    head = alphabet.charAt(time % 62) + head
    time = Math.floor(time / 62)
  }
  let tail = ''
  // Ids are no secrets, and a seed asks for tens of thousands of them.
  for (let index = 0; index < 5; index++) tail += alphabet.charAt(Math.floor(Math.random() * 62))
  return to18(prefix + head + tail)
}

/**
 * Text of this length out of letters and digits, from the system's random source: fit for
 * tokens.
 */
export function randomText(length: number, characters = alphabet): string {
  const bytes = randomBytes(length)
  let text = ''
  for (const byte of bytes) text += characters.charAt(byte % characters.length)
  return text
}

/** The key prefix of a type; types without records of their own share one. */
export function prefixOf(type: string): string {
  return keyPrefixes[type] ?? '0M9'
}
