import { requiredText } from '../fields.ts'
import { limits } from '../limits.ts'

/** A Git branch name as the forms accept it: no spaces and none of ~ ^ : ? * [ \. */
export const gitBranchName = requiredText('Git branch name', limits.gitBranchName).regex(
  /^[^\s~^:?*[\\]+$/,
  'Git branch name is not in the correct format',
)
