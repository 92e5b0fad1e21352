import { expect, type Page } from '@playwright/test';
import { untranslated } from './untranslated-names.ts';

const inLatin = (name: string) => /^[\w -]+$/.test(name);
/** Names that are the same in every language, addresses, references of errors, and units. */
const names = new RegExp(
  [
    `\\b(${Object.keys(untranslated).filter(inLatin).join('|')})\\b`,
    ...Object.keys(untranslated).filter((name) => !inLatin(name)),
    '[\\w.+-]+@[\\w.]+|\\bE[0-9A-Z]{6,}-[0-9A-Z]{4,}\\b|\\d\\s?(km|kB|KB|MB)(?![a-z])',
  ].join('|'),
  'g',
);

/** What of an answer is a name or somebody's own words; all else of it, such as a state or a kind, a screen has words for. */
const isName = (key: string) =>
  /^(name|description|address|title|contact_info|note|words|email|phone|organization_name|\w+_(name|address|reference))$/.test(
    key,
  );

function namesIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return isName(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, one]) => namesIn(one, Array.isArray(value) ? key : inner));
}

/** What the guide tells of its places and experiences, in each language that it is written in, and what these calls tell besides. */
export async function contentOf(page: Page, ...calls: string[]): Promise<string[]> {
  const answers = await Promise.all(
    ['/api/business-listings', ...calls]
      .flatMap((call) => ['en', 'ja'].map((language) => [call, language] as const))
      .map(async ([call, language]) => {
        const reply = await page.request.get(call, { headers: { 'accept-language': language } });
        expect([call, reply.status()]).toEqual([call, 200]);
        return await reply.json();
      }),
  );
  return [...new Set(namesIn(answers))].sort((one, other) => other.length - one.length);
}

/** Every text that is seen or heard on the page: words, labels, hints, descriptions, the title. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const attributes = ['aria-label', 'placeholder', 'alt', 'title', 'aria-description'];
    const found = [document.title, document.querySelector<HTMLMetaElement>('meta[name=description]')?.content ?? ''];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) found.push(...attributes.map((name) => node.getAttribute(name) ?? ''));
      else if (!node.parentElement?.closest('script, style, noscript')) found.push(node.textContent ?? '');
    }
    return found;
  });

/** Texts in Latin letters that are neither content nor names: words that nobody has translated. */
export async function latinWords(page: Page, content: readonly string[] = []): Promise<string[]> {
  const texts = await textsOn(page);
  return texts.filter((text) => {
    const rest = content.reduce((left, one) => (one ? left.replaceAll(one, '') : left), text).replace(names, '');
    return /[A-Za-z]{2,}/.test(rest);
  });
}
