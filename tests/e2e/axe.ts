import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { noteLook } from './looks.ts';

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** The narrowest phone that is common. */
const narrow = 360;
/** The widest column there is. */
const wide = 448;
/** The rules that the theme or the width can decide; all others judge the same elements in every look. */
const visual = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];
/** Each theme and each width once; every theme at every width where everything is proved. */
const looks: { colorScheme: 'light' | 'dark'; width: number; rules?: string[] }[] = [
  { colorScheme: 'light', width: narrow },
  ...(process.env.PROVE === '1'
    ? [
        { colorScheme: 'light' as const, width: wide, rules: visual },
        { colorScheme: 'dark' as const, width: narrow, rules: visual },
      ]
    : []),
  { colorScheme: 'dark', width: wide, rules: visual },
];
/** The narrowest phone there is. */
const narrowest = 320;
/** What a finger hits, in CSS pixels each way. */
const touch = 44;

/**
 * No violation that axe knows of, in both themes and at both widths; nothing wider than the screen or too small to tap, also on the
 * narrowest phone; `enlarged` looks with text twice the size too.
 */
export async function expectAccessible(page: Page, { enlarged = false } = {}): Promise<void> {
  const before = page.viewportSize()!;
  const where = () => new URL(page.url()).pathname;
  noteLook('accessible', page);
  await bringRules(page);
  expect(await unsaidLists(page), `${where()}, lists without markers that do not say they are lists`).toEqual([]);
  for (const { colorScheme, width, rules } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOf(page, rules), `${where()}, ${colorScheme}, ${width} px`).toEqual([]);
    expect(await widthOf(page), `${where()}, ${width} px`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: narrowest, height: 800 });
  expect(await widthOf(page), `${where()}, ${narrowest} px`).toBeLessThanOrEqual(narrowest);
  expect(await tooSmall(page), `${where()}, ${narrowest} px`).toEqual([]);
  if (enlarged) {
    noteLook('enlarged', page);
    expect(await widthOf(page, '200%'), `${where()}, with text twice the size`).toBeLessThanOrEqual(narrowest);
  }
  await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** No violation that axe knows of, as the page stands: at a desk's width other elements are there than on a phone. */
export async function expectNoViolations(page: Page): Promise<void> {
  await bringRules(page);
  expect(await violationsOf(page), `${new URL(page.url()).pathname}, ${page.viewportSize()!.width} px`).toEqual([]);
}

/** The same contrast in dark at the usual width, of a state that passes too soon for all of that; with a picture to look at. */
export async function expectReadableInDark(page: Page, picture: string): Promise<void> {
  await bringRules(page);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.screenshot({ path: `test-results/dark-${picture}.png` });
  expect(await violationsOf(page, visual), `${new URL(page.url()).pathname}, ${picture} in dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Brings axe into the page, which keeps it. One page without frames needs no second one to gather results in. */
const bringRules = (page: Page) => new AxeBuilder({ page }).setLegacyMode().withRules('document-title').analyze();

/** What is wrong, without all that is well: in a tenth of the time. What stands in a frame is somebody else's page. */
const violationsOf = (page: Page, rules?: string[]): Promise<string[]> =>
  page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: { run(context: object, options: object): Promise<AxeResults> } };
    const runOnly = only && { type: 'rule', values: only };
    const options = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
    const { violations } = await axe.run({ exclude: [['iframe']] }, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, rules);

/** Lists that Safari's VoiceOver does not take for lists. */
const unsaidLists = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('ul, ol')]
      .filter((one) => getComputedStyle(one).listStyleType === 'none' && one.getAttribute('role') !== 'list')
      .map((one) => one.className || one.outerHTML.slice(0, 80)),
  );

/**
 * Width that the page and what lies over it need. The window's own would not tell: a phone zooms out until all of a page
 * that is too wide is in it.
 */
const widthOf = (page: Page, fontSize?: string): Promise<number> =>
  page.evaluate((size) => {
    const root = document.documentElement;
    const own = root.style.fontSize;
    if (size) root.style.fontSize = size;
    const boxes = [root, ...document.querySelectorAll('dialog[open]')];
    const width = Math.max(...boxes.map((box) => root.clientWidth + box.scrollWidth - box.clientWidth));
    root.style.fontSize = own;
    return width;
  }, fontSize);

/** What can be tapped and is smaller than a finger, in the dialog that is open or else the page; a link within a sentence may be. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const controls = 'a[href], button, input, select, textarea, summary, [role="button"]';
    const open = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const canTap = (one: Element) => {
      const isInSentence =
        getComputedStyle(one).display === 'inline' && one.textContent !== one.parentElement?.textContent;
      return one.checkVisibility({ visibilityProperty: true }) && !isInSentence && !one.closest('[inert]');
    };
    // A label is tapped like what it names.
    const boxesOf = (one: Element) => [one, ...((one as HTMLInputElement).labels ?? [])].map(sizeOf);
    const sizeOf = (one: Element) => {
      const { width, height } = one.getBoundingClientRect();
      return { width: Math.round(width), height: Math.round(height) };
    };
    return [...open.querySelectorAll(controls)].filter(canTap).flatMap((one) => {
      const boxes = boxesOf(one);
      if (boxes.some(({ width, height }) => Math.min(width, height) >= least)) return [];
      return [`${one.getAttribute('aria-label') ?? one.textContent}: ${boxes[0]!.width} x ${boxes[0]!.height}`];
    });
  }, touch);
