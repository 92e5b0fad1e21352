/** A fenced block of code: what is said behind its first fence, and its lines. */
export interface Block {
  info: string;
  lines: string[];
}

/** The fenced blocks of a Markdown text. */
export const blocksIn = (text: string): Block[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, info, lines]) => ({
    info: info!,
    lines: lines!.split('\n'),
  }));

/** What stands in backticks, outside of blocks. */
export const spansIn = (text: string): string[] =>
  [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);

/**
 * The words of code: names, paths, options. What is meant to be filled in (`<name>`, `{id}`) becomes `*`; figures and single letters
 * are none.
 */
export const wordsOf = (code: string): string[] =>
  code
    .replace(/\{(\w*[A-Z]\w*)\}/g, ' $1 ')
    .replace(/<[^<>]*>|\{\w*\}|\.\.\./g, '*')
    .replace(/\w+:\/\/\S+/g, (address) => address.replace(/[:/@]+/g, ' '))
    .split(/[\s,;()"'|&=[\]{}$\\<>?!…]+/)
    .map((word) => word.replace(/^:+|[:.-]+$/g, ''))
    .filter((word) => /[a-z]{2}/i.test(word));
