import { passwordErrors } from '@sluice/contract/passwords'
import type { ValidationError } from '@sluice/contract/problem-details'

/** Passwords that keep the rules and stand on every list of the most used ones, in lower case. */
const common = new Set(
  `p@ssw0rd p@ssword1 passw0rd! password1! password123! p@ssw0rd1 p@ssw0rd! p@55w0rd welcome1! welcome123! welcome@123
  qwerty1! qwerty123! qwe123!@# abc123! abcd1234! admin123! admin@123 admin1! letmein1! changeme1! changeme123!
  summer2024! summer2025! winter2024! winter2025! spring2025! autumn2025! pass@123 pass@word1 test123! test1234!
  secret1! secret123! monday1! iloveyou1! monkey1! dragon1! master1! football1! baseball1! sunshine1! princess1!
  zaq1@wsx 1qaz@wsx 1qaz!qaz q1w2e3r4! aa123456! a123456! a1b2c3d4! user123! guest123! root123! salesforce1!`.split(
    /\s+/,
  ),
)

/** What is wrong with a new password: the rules of the contract, then the list of common ones. */
export function newPasswordErrors(password: string): ValidationError[] {
  const errors = passwordErrors(password)
  if (errors.length > 0 || !common.has(password.toLowerCase())) return errors
  return [
    {
      code: 'PasswordTooCommon',
      property: 'password',
      description: 'This password is one of the most used ones. Choose another one.',
    },
  ]
}
