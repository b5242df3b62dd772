/** How the service calls types in the middle of a sentence. */
const labels: Readonly<Record<string, string>> = {
  ApexClass: 'apex class',
  CustomField: 'custom field',
  CustomObject: 'custom object',
}

/**
 * Every text with which this org says no, in one table, so that first contact with a real org
 * can correct them. Evidence: C = seen on the wire, S = read from a client's source, D =
 * documented, I = seen in public output of the service, M = from memory.
 */
export const wording = {
  /** What any call may be told, whatever it asks for. */
  call: {
    /** C */ sessionExpired: 'Session expired or invalid',
    /** C */ illegalSession: 'Invalid Session ID found in SessionHeader: Illegal Session',
    /** C */ notFound: 'The requested resource does not exist',
    /** M */ method: (name: string) =>
      `HTTP Method '${name}' not allowed. Allowed are HEAD,GET,POST,PATCH,DELETE`,
    /** D */ retired: (version: string) => `API version ${version} is no longer supported`,
    /** M */ versionOnUrl: (version: string) =>
      `Invalid Api version specified on URL${version && `: ${version}`}`,
    /** M */ unsupportedVersion: (version: string) => `Unsupported API Version: ${version}`,
    /** M */ noOperation: (name: string) => `No operation available for request ${name}`.trim(),
    /** I */ unexpected: 'An unexpected error occurred. Please include this ErrorId if you contact support',
    /** M */ unavailable: 'The server is temporarily unavailable',
    /** S */ servletState: 'Unexpected internal servlet state',
    /** S */ queryCursor: 'Unable to complete the creation of the query cursor at this time',
    /** D */ requestLimit: 'TotalRequests Limit exceeded.',
    /** M */ concurrentRequests: 'ConcurrentRequests (Concurrent API Requests) Limit exceeded.',
    /** M */ concurrentLimit: 'ConcurrentPerOrgLongTxn Limit exceeded.',
    /** M */ orgMoved: 'The organization is being moved to another instance',
    /** I */ noModifyAll:
      'use of the Metadata API requires a user with the ModifyAllData or ModifyMetadata permissions',
    /** I */ crossReference: (id: string) => `invalid cross reference id: ${id}`,
    /** S */ queryLocator: 'invalid query locator',
    /** M */ channel: '404::Unknown channel',
  },
  /** Tokens and sign-in. */
  signIn: {
    /** I */ invalidLogin: 'Invalid username, password, security token; or user locked out.',
    /** I */ loginDisabled:
      'SOAP API login() is disabled by default in this org. Contact the org administrator to enable SOAP API login().',
    /** M */ loginAddress: 'The user is trying to log in from an untrusted IP address.',
    /** M */ loginHours: 'The user is logging in during restricted hours.',
    /** M */ securityTokenNeeded:
      'Invalid username, password, security token; or user locked out. Are you at a new location?',
    /** M */ userLockedOut: 'The user is locked out because of too many failed logins.',
    /** D */ deadToken: 'expired access/refresh token',
    /** D */ badToken: 'Bad_OAuth_Token',
    /** M */ authenticationFailure: 'authentication failure',
    /** M */ grantType: 'grant type not supported',
    /** M */ inactiveUser: 'user is inactive',
    /** M */ inactiveOrg: 'organization is inactive',
    /** I */ ipRestricted: 'ip restricted',
    /** M */ appNotApproved: 'user is not admin approved to access this app',
    /** I */ deviceFlowBlocked: 'device flow is not enabled for the app',
    /** M */ noClient: 'client identifier invalid',
    /** M */ clientCredentials: 'invalid client credentials',
    /** I */ deviceCode: 'invalid device code',
    /** M */ denied: 'end-user denied authorization',
    /** M */ tooFast: 'polling too frequently',
    /** M */ pending: 'code not yet approved',
    /** M */ authorizationCode: 'invalid authorization code',
    /** M */ assertion: 'invalid assertion',
    /** M */ assertionExpired: 'expired authorization code',
    /** M */ audience: 'audience is invalid',
    /** M */ notApproved: "user hasn't approved this consumer",
    /** M */ streaming: '401::Authentication invalid',
  },
  /** Queries and records. */
  records: {
    /** S */ column: (name: string, type: string) => `No such column '${name}' on entity '${type}'`,
    /** M */ columnOfRecord: (name: string, type: string) =>
      `No such column '${name}' on sobject of type ${type}`,
    /** I */ wrongType: (wanted: string, value: unknown) =>
      `Cannot deserialize instance of ${wanted} from VALUE_${typeof value === 'number' ? 'NUMBER_INT' : (typeof value).toUpperCase()} value ${String(value)} or request may be missing a required field at [line:1, column:1]`,
    /** M */ readOnly: (type: string) => `entity type ${type} does not support create`,
    /** I */ columnOfQuery: (name: string, type: string) =>
      `\nSELECT ${name} FROM ${type}\n       ^\nERROR at Row:1:Column:8\nNo such column '${name}' on entity '${type}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name. Please reference your WSDL or the describe call for the appropriate names.`,
    /** I */ objectOfQuery: (soql: string, name: string) =>
      `\n${soql.slice(0, 80)}\nERROR at Row:1:Column:1\nsObject type '${name}' is not supported. If you are attempting to use a custom object, be sure to append the '__c' after the entity name. Please reference your WSDL or the describe call for the appropriate names.`,
  },
  /** Reading, listing and changing components without an archive. */
  metadata: {
    /** I */ tooManyQueries: 'exceeded max number of 3 queries for listMetadata',
    /** I */ unknownListType: (type: string) => `INVALID_TYPE: Unknown type:${type}`,
    /** I */ switchedOffListType: (type: string) => `INVALID_TYPE: Cannot use: ${type} in this organization`,
    /** I */ unknownType: (type: string) => `Entity type '${type}' is unknown`,
    /** I */ newerType: (type: string) => `Entity type '${type}' is not available in this api version`,
    /** M */ switchedOffType: (type: string) => `Entity type '${type}' is not available in this organization`,
    /** I */ missing: (type: string, name: string) =>
      `Entity of type '${type}' named '${name}' cannot be found`,
    /** M */ noPackage: (name: string) => `Package named '${name}' does not exist`,
    /** I */ tooManyFiles: (limit: number) =>
      `LIMIT_EXCEEDED: Too many files in retrieve call, limit is: ${limit}`,
    /** M */ noRequest: 'retrieveRequest is required',
    /** M */ tooManyRecords: (limit: number) =>
      `record limit reached. cannot submit more than ${limit} records in this operation`,
    /** M */ duplicate: (name: string) => `The object name you entered is already in use: ${name}`,
    /** M */ none: (type: string, name: string) => `no ${type} named ${name} found`,
  },
  /** Sandboxes. */
  sandbox: {
    /** M */ name: 'Sandbox Name: must be 1 to 10 letters and digits',
    /** M */ required: (field: string) => `Required fields are missing: [${field}]`,
    /** I */ duplicate: (id: string) =>
      `duplicate value found: SandboxName duplicates value on record with id: ${id}`,
    /** M */ licence: (label: string) => `Your organization has reached its limit of ${label} sandboxes`,
    /** M */ badValue: (field: string) => `${field}: value not of required type or not allowed`,
    /** M */ busy: 'The sandbox is being copied',
    /** M */ notWaiting: 'The sandbox is not waiting for activation',
    /** M */ action: 'RefreshAction must be ACTIVATE or DISCARD',
    /** M */ notReady: 'Sandbox is not ready for login yet.',
  },
  /** Runs of tests. */
  tests: {
    /** M */ none: "This class name's value is invalid or there are no tests to run",
    /** M */ unknownClass: (name: string) =>
      `This class name's value is invalid: ${name}. Provide the name of an Apex class that has test methods.`,
    /** M */ enqueued: (name: string) => `The class is already enqueued: ${name}`,
    /** D */ coverageOfEach: (kind: string, percent: number, required: number) =>
      `Test coverage of selected Apex ${kind} is ${percent}%, at least ${required}% test coverage is required`,
    /** D */ coverageOfAll: (percent: number, required: number) =>
      `Average test coverage across all Apex Classes and Triggers is ${percent}%, at least ${required}% test coverage is required.`,
  },
  /** Deployments and their components. */
  deploy: {
    /** I */ tooManyFiles: (limit: number) =>
      `LIMIT_EXCEEDED: Maximum number of files exceeded, limit is: ${limit}`,
    /** I */ lockRow: 'UNABLE_TO_LOCK_ROW: unable to obtain exclusive access to this record or 1 records',
    /** M */ alreadyInProcess:
      'ALREADY_IN_PROCESS: The changes you requested require salesforce.com to temporarily lock your organization. Please wait and try again.',
    /** M */ noTestRun: 'testLevel of NoTestRun cannot be used in production organizations',
    /** I */ notFoundInArchive: (type: string, name: string) =>
      `An object '${name}' of type ${type} was named in package.xml, but was not found in zipped directory`,
    /** I */ notInPackage: 'Not in package.xml',
    /** I */ noPackage: 'No package.xml found',
    /** I */ unknownType: (type: string) => `Unknown type name '${type}' specified in package.xml`,
    /** I */ switchedOffType: 'Not available for deploy for this organization',
    /** I */ missingReference: (field: string, type: string, name: string) =>
      `In field: ${field} - no ${type} named ${name} found`,
    /** S */ absentDeletion: (type: string, name: string) => `No ${type} named: ${name} found`,
    /** I */ workflowDeletion:
      'Cannot delete a workflow object; Workflow Rules and Actions must be deleted individually',
    /** I */ flowDeletion: 'insufficient access rights on cross-reference id',
    /** I */ recordTypeDeletion: 'Cannot delete record type through API',
    /** I */ unknownUserPermission: (name: string) => `Unknown user permission: ${name}`,
    /** I */ consumerKey: 'You cannot provide a Consumer Key',
    /** I */ unknownUsers: (names: string) =>
      `Cannot find a user that matches any of the following usernames: ${names}`,
    /** I */ setupLocked:
      "The changes you requested require salesforce.com to temporarily lock your organization's administration setup. However, the administration setup has already been locked by another change. Please wait for the previous action to finish, then try again later.",
    /** I */ flowVersion: 'Invalid version number',
    /** M */ activeFlowVersion: 'The version is active: deactivate it before you delete it',
    /** I */ referenced: (type: string, users: string) =>
      `This ${labels[type] ?? type} is referenced elsewhere in salesforce.com.  Remove the usage and try again. : ${users}`,
    /** M */ cannotDeleteStandard: (name: string) => `Cannot delete standard entity: ${name}`,
    /** M */ parsing: (message: string) => `Error parsing file: ${message}`,
    /** M */ wrongRoot: (root: string) =>
      `Error parsing file: Element {http://soap.sforce.com/2006/04/metadata}${root} invalid at this location`,
    /** M */ missingMetaFile: (path: string) =>
      `File: ${path}, is missing its metadata file ${path}-meta.xml`,
    /** M */ missingContentFile: (path: string) =>
      `Metadata file ${path}-meta.xml has no content file ${path}`,
    /** M */ requiredField: (field: string) => `Required field is missing: ${field}`,
    /** I */ missingFullName: 'Required fields are missing: [FullName]',
    /** M */ unknownField: (field: string) => `Field ${field} does not exist. Check spelling.`,
    /** M */ className: (name: string) => `Class name must match the file name: ${name}`,
    /** M */ managed: (name: string) => `Cannot modify managed object: entity=${name}`,
    /** I */ variable: (name: string) => `Variable does not exist: ${name}`,
    /** I */ invalidType: (name: string) => `Invalid type: ${name}`,
    /** I */ invalidVersion: (version: string) => `Invalid version specified: ${version}`,
    /** M */ deletionRefused: 'insufficient access rights on cross-reference id',
    /** M */ tooManyFields: (limit: number) =>
      `LIMIT_EXCEEDED: Maximum number of custom fields exceeded, limit is: ${limit}`,
    /** M */ duplicateClass: (name: string) => `Duplicate class: ${name}`,
    /** I */ badValidation: (id: string) => `Invalid validated deploy id: ${id}`,
    /** M */ oldValidation: 'The validation has expired: it is older than ten days',
    /** M */ untestedValidation: 'The validation cannot be deployed: it ran no Apex tests',
    /** M */ overtakenValidation: 'The validation cannot be deployed: another deployment has followed it',
    /** M */ testLevel: (level: string) => `'${level}' is not a valid value for the enum 'TestLevel'`,
    /** M */ noPartialInProduction: 'rollbackOnError must be set to true in production organizations',
    /** M */ testsNeedLevel: 'runTests can only be used with a testLevel of RunSpecifiedTests',
    /** M */ levelNeedsTests: 'A testLevel of RunSpecifiedTests requires runTests to be specified',
    /** M */ noArchive: 'ZipFile is required',
    /** M */ completed: 'Deployment already completed',
    /** M */ finalizing: 'The deployment is being finalized and cannot be canceled',
    /** D */ requestSize: (bytes: number) =>
      `Maximum size of request reached. Maximum size of request is ${bytes} bytes.`,
  },
}
