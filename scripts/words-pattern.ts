/** A document's words as the source of a regular expression: a space stands for a line break too, and `#` is left to be filled in. */
export const wordsPattern = (words: string): string =>
  words.replace(/[ \n]+|[^ \n#]+/g, (part) => (/[ \n]/.test(part) ? '\\s+' : RegExp.escape(part)));
