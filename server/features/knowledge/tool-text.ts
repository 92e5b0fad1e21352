import type { Token, Tokens } from 'marked';
import type { TextBlock, TextPart } from '../../../contract/knowledge.ts';
import { toolAt, toolPage, toolSlugs } from '../../../contract/knowledge-tools.ts';
import { isHttpsUrl } from '../../../contract/values.ts';

/** Refuses a file, told the line and what is wrong there. */
export type Refuse = (line: number, problem: string) => never;

const lineEnds = (text: string) => text.split('\n').length - 1;

/** A paragraph or a list as data: what a page draws of it can be no HTML. */
export function readBlock(token: Token, line: number, refuse: Refuse): TextBlock {
  if (token.type === 'paragraph') return { kind: 'paragraph', parts: readParts(token.tokens ?? [], line, refuse) };
  if (token.type !== 'list') return refuse(line, `${nameOf(token)} is not for these pages: write paragraphs and lists`);
  const { ordered, items } = token as Tokens.List;
  let at = line;
  const read = items.map((item) => {
    const [words, ...others] = item.tokens.filter(({ type }) => type !== 'space');
    if (words?.type !== 'text' && words?.type !== 'paragraph') return refuse(at, 'this item of a list has no words');
    if (others[0]) return refuse(at, `${nameOf(others[0])} is not for an item of a list: write one paragraph`);
    const parts = readParts((words as Tokens.Text).tokens ?? [], at, refuse);
    at += lineEnds(item.raw);
    return parts;
  });
  return { kind: 'list', ordered, items: read };
}

function readParts(tokens: readonly Token[], line: number, refuse: Refuse): TextPart[] {
  let at = line;
  return tokens.map((token) => {
    const part = readPart(token, at, refuse);
    at += lineEnds(token.raw);
    return part;
  });
}

const looks: Readonly<Record<string, TextPart['look']>> = {
  text: 'plain',
  escape: 'plain',
  link: 'plain',
  strong: 'strong',
  em: 'emphasis',
  codespan: 'code',
};

function readPart(token: Token, line: number, refuse: Refuse): TextPart {
  const look = looks[token.type];
  if (!look)
    return refuse(line, `${nameOf(token)} is not for these pages: write words, **strong**, *emphasis* or a link`);
  const { text, tokens, href } = token as Tokens.Generic & { text: string; tokens?: Token[]; href?: string };
  const within = tokens?.filter(({ type }) => type !== 'text' && type !== 'escape')[0];
  if (within) return refuse(line, `${nameOf(within)} stands within another mark: take one of the two away`);
  const words = (tokens?.map((inner) => (inner as Tokens.Text).text).join('') ?? text).replaceAll('\n', ' ');
  if (href === undefined) return { text: words, look };
  const fault = faultOfLink(href);
  if (fault) return refuse(line, `the link to ${href} ${fault}`);
  return { text: words, look, to: href };
}

/** Why a link leads nowhere that is safe; nothing where it does. */
function faultOfLink(href: string): string | undefined {
  if (!href.startsWith('/')) return isHttpsUrl(href) ? undefined : 'is not safe: begin with / or https://';
  const url = new URL(href, 'https://own.invalid');
  const isPage = toolSlugs.some((slug) => toolPage(slug) === href);
  if (url.host !== 'own.invalid') return 'is not safe: begin with / or https://';
  return isPage || toolAt(url.pathname, url.searchParams) ? undefined : 'leads to no screen of a tool';
}

const nameOf = ({ type, raw }: Token) => `${type === 'html' ? 'HTML' : type} (${raw.trim().split('\n')[0]})`;
