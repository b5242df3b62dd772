/** One Apex class as its two files. */
export interface ApexClass {
  name: string
  body: string
  meta: string
}

const subjects = [
  'Invoice',
  'Donation',
  'Household',
  'Campaign',
  'Pledge',
  'Grant',
  'Batch',
  'Letter',
  'Address',
  'Gift',
]
const roles = ['Service', 'Selector', 'Validator', 'Mapper', 'Scheduler']

/** As many classes as asked for, up to fifty: each with its own name, methods and length. */
export function apexClasses(count: number): ApexClass[] {
  const names = subjects.flatMap((subject) => roles.map((role) => `RD_${subject}${role}`))
  return names.slice(0, count).map((name, index) => apexClass(name, index))
}

/** @param size decides how many methods the class has */
export function apexClass(name: string, size: number): ApexClass {
  const methods = Array.from({ length: 2 + (size % 5) }, (_, index) => method(index, size))
  const body = `/**\n * ${name}: written for the real-data flow.\n */\npublic with sharing class ${name} {\n${methods.join('\n')}}\n`
  return { name, body, meta: classMeta }
}

function method(index: number, size: number): string {
  return `    public static Integer step${index}(List<Integer> amounts) {
        Integer total = ${size * 10 + index};
        for (Integer amount : amounts) {
            if (amount > total) {
                total += amount;
            }
        }
        return total;
    }
`
}

const classMeta = `<?xml version="1.0" encoding="UTF-8"?>
<ApexClass xmlns="http://soap.sforce.com/2006/04/metadata">
    <apiVersion>62.0</apiVersion>
    <status>Active</status>
</ApexClass>
`
