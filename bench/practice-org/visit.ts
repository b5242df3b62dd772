/** An org as a visitor sees it: signed in, over HTTP only. */
export interface Visitor {
  origin: string
  token: string
}

interface Component {
  type: string
  fullName: string
  fileName: string
}

/** What a visit found: components by listMetadata, nested ones included; files in the archives, manifests left out. */
export interface Visit {
  components: number
  files: number
  archiveBytes: number
  listMs: number
  retrieveMs: number
}

const envelope = (token: string, body: string): string =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns="http://soap.sforce.com/2006/04/metadata"><e:Header><SessionHeader><sessionId>${token}</sessionId></SessionHeader></e:Header><e:Body>${body}</e:Body></e:Envelope>`

/** The content type of a folder type. */
const contents: Readonly<Record<string, string>> = {
  ReportFolder: 'Report',
  DashboardFolder: 'Dashboard',
  DocumentFolder: 'Document',
  EmailFolder: 'EmailTemplate',
}
/** A batch stays well below 10,000 files whatever it holds: a bundle has several. */
const batchSize = 1_500

/** Lists everything, three queries a call, and retrieves it in batches that keep the limits. Throws when a call fails. */
export async function visit(visitor: Visitor): Promise<Visit> {
  const start = performance.now()
  const components = await listAll(visitor)
  const listed = performance.now()
  const whole = components.filter(({ type, fileName }) => type !== '' && !isNested(type, fileName))
  let files = 0
  let archiveBytes = 0
  for (let index = 0; index < whole.length; index += batchSize) {
    const batch = await retrieve(visitor, whole.slice(index, index + batchSize))
    files += batch.files
    archiveBytes += batch.bytes
  }
  return {
    components: components.length,
    files,
    archiveBytes,
    listMs: Math.round(listed - start),
    retrieveMs: Math.round(performance.now() - listed),
  }
}

/** Nested components come with their parent's file. */
function isNested(type: string, fileName: string): boolean {
  const parents: Readonly<Record<string, string>> = {
    objects: 'CustomObject',
    labels: 'CustomLabels',
    workflows: 'Workflow',
    sharingRules: 'SharingRules',
    assignmentRules: 'AssignmentRules',
    autoResponseRules: 'AutoResponseRules',
    escalationRules: 'EscalationRules',
    matchingRules: 'MatchingRules',
    managedTopics: 'ManagedTopics',
    bots: 'Bot',
  }
  const parent = parents[fileName.slice(0, fileName.indexOf('/'))]
  return parent !== undefined && parent !== type
}

async function listAll(visitor: Visitor): Promise<Component[]> {
  const described = await call(
    visitor,
    '<describeMetadata><asOfVersion>68.0</asOfVersion></describeMetadata>',
  )
  const inFolders = new Set(Object.values(contents))
  const types = [...described.matchAll(/<(?:xmlName|childXmlNames)>(\w+)</g)].map((match) => match[1] ?? '')
  const queries = [...types.filter((type) => !inFolders.has(type)), ...Object.keys(contents)].map((type) => ({
    type,
  }))
  const first = await listQueries(visitor, queries)
  const folders = first
    .filter(({ type }) => contents[type] !== undefined)
    .map(({ type, fullName }) => ({ type: contents[type] ?? '', folder: fullName }))
  return [...first, ...(await listQueries(visitor, folders))]
}

async function listQueries(
  visitor: Visitor,
  queries: readonly { type: string; folder?: string }[],
): Promise<Component[]> {
  const found: Component[] = []
  for (let index = 0; index < queries.length; index += 3) {
    const body = queries
      .slice(index, index + 3)
      .map(
        ({ type, folder }) =>
          `<queries>${folder === undefined ? '' : `<folder>${folder}</folder>`}<type>${type}</type></queries>`,
      )
    const text = await call(visitor, `<listMetadata>${body.join('')}</listMetadata>`)
    for (const [, entry = ''] of text.matchAll(/<result>(.*?)<\/result>/gs))
      found.push({
        type: valueOf(entry, 'type'),
        fullName: valueOf(entry, 'fullName'),
        fileName: valueOf(entry, 'fileName'),
      })
  }
  return found
}

async function retrieve(
  visitor: Visitor,
  batch: readonly Component[],
): Promise<{ files: number; bytes: number }> {
  const byType = new Map<string, string[]>()
  for (const { type, fullName } of batch)
    byType.set(contents[type] ?? type, [...(byType.get(contents[type] ?? type) ?? []), fullName])
  const types = [...byType].map(
    ([name, members]) =>
      `<types>${members.map((member) => `<members>${member}</members>`).join('')}<name>${name}</name></types>`,
  )
  const accepted = await call(
    visitor,
    `<retrieve><request><apiVersion>68.0</apiVersion><singlePackage>true</singlePackage><unpackaged>${types.join('')}<version>68.0</version></unpackaged></request></retrieve>`,
  )
  const poll = (zip: boolean): string =>
    `<checkRetrieveStatus><asyncProcessId>${valueOf(accepted, 'id')}</asyncProcessId><includeZip>${zip}</includeZip></checkRetrieveStatus>`
  for (;;) {
    const state = valueOf((await call(visitor, poll(false))).slice(-400), 'status')
    if (state === 'Succeeded') break
    if (state === 'Failed') throw new Error('a retrieve failed')
    await new Promise((done) => {
      setTimeout(done, 50)
    })
  }
  return measured(await call(visitor, poll(true)))
}

/** Counts the archive's entries in its own directory. */
function measured(text: string): { files: number; bytes: number } {
  const start = text.indexOf('<zipFile>') + '<zipFile>'.length
  const zip = Buffer.from(text.slice(start, text.indexOf('</zipFile>')), 'base64')
  return { files: zip.readUInt16LE(zip.length - 12) - 1, bytes: zip.length }
}

async function call({ origin, token }: Visitor, body: string): Promise<string> {
  const answer = await fetch(`${origin}/services/Soap/m/68.0`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', soapaction: '""' },
    body: envelope(token, body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text.slice(0, 500))
  return text
}

function valueOf(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
}
