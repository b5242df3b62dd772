/** Why a file of this kind is not shown as text. */
export function unreadableText(kind: 'binary' | 'tooLarge' | 'link' | 'submodule'): string {
  return sentences[kind]
}

const sentences = {
  binary: 'This is not text, so its content is not shown.',
  tooLarge: 'This file is too large to be shown here. Clone the repository to look at it.',
  link: 'This is a symbolic link. Sluice does not follow it.',
  submodule: 'This is a commit of another repository, which Sluice does not read.',
}
