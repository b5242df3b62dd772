import type { ErrorRule } from '../error-rule.ts'

/** What the Apex compiler says. */
export const apexRules: readonly ErrorRule[] = [
  {
    id: 'apex-jobs-pending',
    pattern:
      /has (?:batch, future or scheduled )?jobs pending or in progress|allowing deployments with Apex jobs in the Deployment Settings/i,
    title: 'Apex jobs use the classes',
    meaning: 'A scheduled or running Apex job locks its class and every class that it uses.',
    wayOut:
      'Allow deployments while Apex jobs are pending under Deployment Settings in Setup, or delete the scheduled job, deploy and schedule it again.',
  },
  {
    id: 'apex-missing-type',
    pattern: /Invalid type: (?<name>[\w.<>, ]+)/i,
    title: 'The class or object {name} is missing',
    meaning: 'The code uses a type that the org does not have. Often that class or object failed itself.',
    wayOut:
      'Look for the error of that class or object first, or bring it along. A type of a package needs the package.',
    missing: 'ApexClass {name}',
  },
  {
    id: 'apex-type-not-visible',
    pattern: /Type is not visible: (?<name>[\w.]+)/i,
    title: 'The class {name} is not visible to the code',
    meaning: 'The class is private, or belongs to a package that does not offer it.',
    wayOut: 'Make the class public or global, or use another one.',
  },
  {
    id: 'apex-missing-variable',
    pattern: /Variable does not exist: (?<name>[\w.$]+)/i,
    title: 'The variable {name} does not exist',
    meaning: 'The code uses a variable, field or class under a name that it does not know.',
    wayOut: 'Check the spelling. If it is a field or a class, bring it along.',
  },
  {
    id: 'apex-missing-method',
    pattern:
      /Method does not exist or incorrect signature: (?<name>.+?)(?: from the type (?<type>[\w.]+))?$/i,
    title: 'The method {name} does not exist',
    meaning: 'The code calls a method that the class in the org does not have with these parameters.',
    wayOut: 'Bring the class that has the method along, or call it with the parameters that it takes.',
  },
  {
    id: 'apex-not-visible',
    pattern: /(?:Method|Variable|Constructor) is not visible: (?<name>.+)/i,
    title: '{name} is not visible to the code',
    meaning: 'The code uses something that is private or protected in its class.',
    wayOut: 'Make it public, or @TestVisible where only tests use it.',
  },
  {
    id: 'apex-missing-constructor',
    pattern: /Constructor not defined: (?<name>.+)/i,
    title: 'The constructor {name} does not exist',
    meaning: 'The code makes an object with parameters that its class does not take.',
    wayOut: 'Bring the newer class along, or use a constructor that it has.',
  },
  {
    id: 'apex-missing-interface-method',
    pattern: /Class (?<name>[\w.]+) must implement the (?:abstract |interface )?method: (?<method>.+)/i,
    title: 'The class {name} does not have all methods of its interface',
    meaning: 'The interface or base class asks for a method that the class does not have.',
    wayOut: 'Add the method, or bring the matching version of the interface along.',
  },
  {
    id: 'apex-missing-column',
    pattern: /No such column '(?<name>[^']+)' on entity '(?<object>[^']+)'/i,
    title: 'The field {object}.{name} is missing',
    meaning: 'A query or the code reads a field that the org does not have.',
    wayOut: 'Bring the field along, or correct its name. Custom fields end with __c, relations with __r.',
    missing: 'CustomField {object}.{name}',
  },
  {
    id: 'apex-missing-field',
    pattern: /Invalid field (?<name>\w+) for SObject (?<object>\w+)/i,
    title: 'The field {object}.{name} is missing',
    meaning: 'The code uses a field that the object in the org does not have.',
    wayOut: 'Bring the field along, or correct its name.',
    missing: 'CustomField {object}.{name}',
  },
  {
    id: 'apex-missing-object',
    pattern: /sObject type '(?<name>[^']+)' is not supported/i,
    title: 'The object {name} is missing',
    meaning: 'A query reads an object that the org does not have, or not for this user.',
    wayOut: 'Bring the object along, or switch on the feature that it belongs to.',
    missing: 'CustomObject {name}',
  },
  {
    id: 'apex-missing-relation',
    pattern: /Didn't understand relationship '(?<name>[^']+)'/i,
    title: 'The relation {name} is missing',
    meaning: 'A query follows a relation that the org does not have.',
    wayOut: 'Bring the lookup field along. The relation is called as its field says, with __r at the end.',
  },
  {
    id: 'apex-not-writeable',
    pattern: /Field is not writeable: (?<name>[\w.]+)/i,
    title: 'The code writes the field {name}, which is read-only',
    meaning:
      'The field is a formula, a system field or a relation to a parent that cannot change in this org.',
    wayOut: 'Do not write the field. System fields can be set only with the permission to set audit fields.',
  },
  {
    id: 'apex-duplicate',
    pattern:
      /Duplicate (?:variable|field|modifier|type)\b: ?(?<name>\S+)|Method already defined: (?<method>.+)/i,
    title: 'Something is declared twice in the class',
    meaning: 'Two declarations in the class have the same name. A merge of two changes does that easily.',
    wayOut: 'Keep one of the two declarations.',
  },
  {
    id: 'apex-incompatible-types',
    pattern:
      /Illegal assignment from .+ to .+|Comparison arguments must be compatible types|Return value must be of type|Incompatible (?:types|value type)/i,
    title: 'The code mixes types that do not fit',
    meaning: 'A value has another type than the place where it is put or compared.',
    wayOut:
      'Correct the code at the line that the message names. The type of a field may differ in this org.',
  },
  {
    id: 'apex-no-return',
    pattern: /Missing return statement required return type|Non-void method might not return a value/i,
    title: 'A method does not always return a value',
    meaning: 'There is a way through the method that ends without return.',
    wayOut: 'Return a value, or throw an exception, on every way through the method.',
  },
  {
    id: 'apex-syntax',
    pattern:
      /(?:^|: )(?:Unexpected token|Missing '|Extra '|unexpected syntax|Invalid identifier|expecting (?:a |an )?(?:right|left|semi|'|\w+,)|line breaks? not allowed in string|Unrecognized symbol|Invalid character)/i,
    title: 'The code has a mistake in its syntax',
    meaning: 'The compiler cannot read the code at this place. The mistake may stand in a line above it.',
    wayOut:
      'Correct the code around the line that the message names, and look for marks of an unfinished merge.',
  },
  {
    id: 'apex-dependent-class',
    pattern: /Dependent class is invalid and needs recompilation/i,
    title: 'A class that this one uses does not compile',
    meaning:
      'The code is not wrong itself. A class that it uses, directly or through others, does not compile in the org.',
    wayOut:
      'Look for the error of that class. In Setup, “Compile all classes” of the org shows classes that were broken before.',
  },
]
