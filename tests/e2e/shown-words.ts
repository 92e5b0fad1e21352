import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

/**
 * Where workers leave what they saw. A run of everything begins it empty (scripts/test.mjs); what named tests see comes beside what
 * the last such run saw, so that a screen that was missing can be shown without all the others.
 */
export const seenFolder = join(import.meta.dirname, '../../test-results/seen');
export const wordsFolder = join(seenFolder, 'words');

const bindingName = 'tellShownWords';

/** What the pages of this worker have shown so far, for words-seen.test.ts. */
export const shownWords = new Set<string>();

/** Notes every word that a browser context shows, reads out or logs. */
export async function watchWords(context: BrowserContext, words = shownWords, scripts = true): Promise<void> {
  const note = (found: readonly string[]) => {
    for (const one of found) words.add(one);
  };
  context.on('console', (message) => words.add(message.text()));
  if (scripts) {
    await context.exposeBinding(bindingName, (_source, found: string[]) => note(found));
    await context.addInitScript(lookForWords, bindingName);
  } else {
    // Scripts of the page do not run, those of its tester do.
    const look = (page: Page) => page.evaluate(lookForWords, null).then(note, () => {});
    context.on('page', (page) => page.on('domcontentloaded', () => void look(page)));
  }
}

export function keepWords(words: Set<string>): void {
  mkdirSync(wordsFolder, { recursive: true });
  writeFileSync(join(wordsFolder, `${process.pid}.json`), JSON.stringify([...words]));
}

/**
 * Runs in the page, so that it may use nothing from outside itself. Looks for what a person is shown or told: text that is
 * laid out, names and descriptions of what is laid out, the page's title.
 * @param teller global function to tell words to as they appear; null to look once.
 */
function lookForWords(teller: string | null): string[] {
  const spoken = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'placeholder',
    'alt',
  ];
  const revealing = ['class', 'hidden', 'open'];
  const known = new Set<string>();

  // A list of choices is drawn by the device, outside the page.
  const isShown = (element: Element) =>
    (element.closest('select') ?? element).checkVisibility({ visibilityProperty: true });

  // What a control is described with is read out, on screen or not.
  const describing = (element: Element) =>
    (element.getAttribute('aria-describedby')?.split(/\s+/) ?? []).map(
      (id) => document.getElementById(id)?.textContent ?? '',
    );

  const wordsOf = (element: Element): string[] => {
    if (!isShown(element)) return [];
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const whole = element.childNodes.length > 1 && element.textContent.length < 400 ? [element.textContent] : [];
    const names = spoken.map((name) => element.getAttribute(name) ?? '');
    return [...texts.map((node) => node.nodeValue ?? ''), ...whole, ...names, ...describing(element)];
  };
  const look = (roots: Iterable<Element>): string[] => {
    const found = [document.title];
    for (const root of roots) for (const one of [root, ...root.querySelectorAll('*')]) found.push(...wordsOf(one));
    const fresh = found.map((one) => one.replace(/\s+/g, ' ').trim()).filter((one) => one !== '' && !known.has(one));
    for (const one of fresh) known.add(one);
    return [...new Set(fresh)];
  };
  if (!teller) return look([document.documentElement]);

  const tell = (roots: Iterable<Element>) => {
    const found = look(roots);
    if (found.length) void (globalThis as unknown as Record<string, (found: string[]) => void>)[teller]?.(found);
  };
  new MutationObserver((records) => {
    const roots = new Set<Element>();
    for (const { type, target, addedNodes } of records) {
      for (const node of type === 'childList' ? addedNodes : [target]) {
        const element = node instanceof Element ? node : node.parentElement;
        if (element?.isConnected) roots.add(element);
      }
    }
    tell(roots);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: [...spoken, ...revealing],
  });
  // What the parser adds to a text that is there already changes nothing an observer is told of.
  addEventListener('DOMContentLoaded', () => tell([document.documentElement]));
  return [];
}
