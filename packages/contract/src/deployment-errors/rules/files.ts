import type { ErrorRule } from '../error-rule.ts'

/** What is wrong with files and the manifest. */
export const fileRules: readonly ErrorRule[] = [
  {
    id: 'file-not-in-archive',
    pattern: /(?<name>'[^']+' of type \w+) was named in package\.xml, but was not found in zipped directory/i,
    title: 'A file for {name} is missing',
    meaning:
      'The manifest names a component whose file is missing or does not hold it. Often its folder or object failed.',
    wayOut: 'Check that the file lies in the folder of its type and that the component still stands in it.',
  },
  {
    id: 'file-not-in-manifest',
    pattern: /^Not in package\.xml/i,
    title: 'A file is not named in the manifest',
    meaning: 'The archive has a file that its manifest does not name, so Salesforce leaves it out.',
    wayOut: 'Put the file into the folder of its type, or remove it from the branch.',
  },
  {
    id: 'file-unknown-element',
    pattern: /Element (?:\{[^}]*\})?(?<name>\w+) invalid at this location in type (?<type>\w+)/i,
    title: 'The element {name} does not belong into {type}',
    meaning:
      'The element is unknown to the API version, stands in the wrong place, or is a leftover of a merge.',
    wayOut: 'Compare with the file as the org gives it. The API version of the environment may be too old.',
  },
  {
    id: 'file-not-xml',
    pattern: /Error parsing file|not well-formed|must be terminated by the matching end-tag/i,
    title: 'A file is not valid XML',
    meaning: 'Salesforce cannot read the file. Marks of an unfinished merge are a frequent reason.',
    wayOut: 'Correct the file at the line that the message names.',
  },
  {
    id: 'api-version-type',
    pattern: /Not available for deploy for this API version/i,
    title: 'The kind of component does not exist in this API version',
    meaning: 'The API version of the environment is older or newer than this kind of metadata.',
    wayOut: 'Change the API version of the environment, or leave the component out.',
  },
  {
    id: 'unknown-type',
    pattern: /Unknown type name '(?<name>\w+)' specified in package\.xml/i,
    title: 'The org does not know the type {name}',
    meaning: 'The type does not exist in the API version or the edition of the org.',
    wayOut: 'Leave the type out in .sluiceinclude, or change the API version of the environment.',
  },
  {
    id: 'required-element',
    pattern: /Required fields? (?:is|are) missing: \[?(?<name>[\w, ]+)\]?/i,
    title: '{name} is missing',
    meaning:
      'The file lacks an element that it has to have, or a test saves a record without a value for it.',
    wayOut: 'Add it to the file. In a test, give the record a value for it.',
  },
  {
    id: 'enumeration-value',
    pattern: /'(?<name>[^']*)' is not a valid value for the enum '(?<type>\w+)'/i,
    title: '“{name}” is no {type}',
    meaning: 'The file has a value that the API version of the environment does not know.',
    wayOut: 'Correct the value, or change the API version of the environment.',
  },
  {
    id: 'static-resource-size',
    pattern: /Static Resource cannot exceed (?<size>[\d.]+ ?MB)/i,
    title: 'A static resource is larger than {size}',
    meaning: 'Salesforce stores static resources only up to this size.',
    wayOut: 'Split the resource, or make its files smaller.',
  },
  {
    id: 'archive-size',
    pattern: /Maximum size of request reached/i,
    title: 'The deployment is too large',
    meaning: 'One call to Salesforce takes only so many bytes.',
    wayOut: 'Deploy in several flow outs, large static resources apart.',
  },
]
