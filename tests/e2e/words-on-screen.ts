import type { Page } from '@playwright/test';

/** Names that are the same in every language. */
const names =
  /\b(Holoholo|Google|FareHarbor|Viator|Wi-?Fi|JavaScript|QR|Chrome|Android|English)\b|[\w.+-]+@[\w.]+|ʻ?okina|kahakō/g;

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

/** What the guide tells of its places and experiences, in the language it is written in. */
export async function contentOf(page: Page, placeId?: number): Promise<string[]> {
  const calls = ['/api/business-listings', ...(placeId ? [`/api/locations/${placeId}`] : [])];
  const answers = await Promise.all(calls.map(async (call) => (await page.request.get(call)).json()));
  return [...new Set(stringsIn(answers))].sort((one, other) => other.length - one.length);
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
