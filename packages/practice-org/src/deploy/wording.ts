/**
 * Texts of deployment problems, in one table so that first contact with a real org can correct them.
 * Evidence: I = seen in public output of the service, M = from memory.
 */
export const wording = {
  /** I */ tooManyFiles: (limit: number) =>
    `LIMIT_EXCEEDED: Maximum number of files exceeded, limit is: ${limit}`,
  /** M */ noTestRun: 'testLevel of NoTestRun cannot be used in production organizations',
  /** I */ notFoundInArchive: (type: string, name: string) =>
    `An object '${name}' of type ${type} was named in package.xml, but was not found in zipped directory`,
  /** I */ notInPackage: 'Not in package.xml',
  /** I */ noPackage: 'No package.xml found',
  /** I */ unknownType: (type: string) => `Unknown type name '${type}' specified in package.xml`,
  /** I */ missingReference: (field: string, type: string, name: string) =>
    `In field: ${field} - no ${type} named ${name} found`,
  /** S */ absentDeletion: (type: string, name: string) => `No ${type} named: ${name} found`,
  /** I */ workflowDeletion:
    'Cannot delete a workflow object; Workflow Rules and Actions must be deleted individually',
  /** I */ flowDeletion: 'insufficient access rights on cross-reference id',
  /** I */ classReferenced:
    'This apex class is referenced elsewhere in salesforce.com.  Remove the usage and try again.',
  /** M */ cannotDeleteStandard: (name: string) => `Cannot delete standard entity: ${name}`,
  /** M */ parsing: (message: string) => `Error parsing file: ${message}`,
  /** M */ wrongRoot: (root: string) =>
    `Error parsing file: Element {http://soap.sforce.com/2006/04/metadata}${root} invalid at this location`,
  /** M */ missingMetaFile: (path: string) => `File: ${path}, is missing its metadata file ${path}-meta.xml`,
  /** M */ missingContentFile: (path: string) => `Metadata file ${path}-meta.xml has no content file ${path}`,
  /** M */ requiredField: (field: string) => `Required field is missing: ${field}`,
  /** I */ missingFullName: 'Required fields are missing: [FullName]',
  /** M */ unknownField: (field: string) => `Field ${field} does not exist. Check spelling.`,
  /** M */ className: (name: string) => `Class name must match the file name: ${name}`,
  /** M */ managed: (name: string) => `Cannot modify managed object: entity=${name}`,
  /** I */ variable: (name: string) => `Variable does not exist: ${name}`,
  /** I */ invalidType: (name: string) => `Invalid type: ${name}`,
  /** I */ invalidVersion: (version: string) => `Invalid version specified: ${version}`,
}
