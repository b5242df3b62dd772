// Control characters, and marks that turn the direction of what follows or take no room: they would hide what a name or a
// line of code says.
// oxlint-disable-next-line no-control-regex -- control characters are what is shown here
const hidden = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** A text of a repository with everything in sight: `␍` for a carriage return, `<U+202E>` for a change of direction. */
export const visibleText = (text: string): string => text.replace(hidden, shown)

function shown(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

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
