import { expect } from '@playwright/test';
import { callOf, type Engine, type Found } from './engine.ts';

type Kind = 'link' | 'button' | 'field';
/** A name as a person reads it: all of it, or its begin with `...` at the end. */
type Name = string;

const patience = { timeout: 15_000, intervals: [50, 100, 200] };

/** What a person does with the product in a browser, and sees there. */
export class Person {
  readonly #engine: Engine;
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Opens an address and waits until its scripts have taken the page over. */
  async open(address: string): Promise<void> {
    await this.#engine.goto(address);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect.poll(() => this.run(() => document.documentElement.dataset.ready), patience).toBe('true');
  }

  /** Runs a function in the page; undefined where the page is going away. */
  async run<T, Arguments extends unknown[]>(call: (...given: Arguments) => T, ...given: Arguments) {
    try {
      return await this.#engine.run<Awaited<T>>(callOf(call, ...given));
    } catch (error) {
      // Between two pages there is nothing to ask; what asks again gets the next one's answer.
      lastFailure = error;
      return undefined;
    }
  }

  /** Waits until these words can be read. */
  async sees(words: string): Promise<void> {
    await expect.poll(() => this.run(() => document.body.innerText), { ...patience, message: words }).toContain(words);
  }

  async heading(words: string): Promise<void> {
    const read = () => this.run(() => document.querySelector('h1')?.textContent);
    await expect.poll(read, patience).toBe(words);
  }

  async path(): Promise<string | undefined> {
    return await this.run(() => location.pathname + location.search);
  }

  async tap(kind: Kind, name: Name): Promise<void> {
    const tapped = async () => {
      const element = await this.#find(kind, name);
      return await this.#engine.click(element).then(
        () => true,
        (error) => String(error),
      );
    };
    // What a driver refuses to click, as something moved or lies over it, was not clicked.
    await expect.poll(tapped, patience).toBe(true);
  }

  async fill(name: Name, text: string): Promise<void> {
    await this.#engine.type(await this.#find('field', name), text);
  }

  /** Chooses in a list of a label, as the browser's own list does. */
  async choose(name: Name, value: string): Promise<void> {
    await this.#find('field', name);
    await this.run(chooseIn, name, value);
  }

  /** The whole name of the first thing of a kind whose name begins so. */
  async nameOf(kind: Kind, name: Name): Promise<string> {
    await this.#find(kind, name);
    return (await this.run(textOfNamed, kind, name))!;
  }

  /** Whether a button is pressed. */
  async isPressed(name: Name): Promise<boolean | undefined> {
    return await this.run(
      (wanted) =>
        [...document.querySelectorAll('button[aria-pressed=true]')].some((one) => one.textContent?.trim() === wanted),
      name,
    );
  }

  /** Closes the pages that opened beside this one. */
  closeOthers(): Promise<void> {
    return this.#engine.closeOthers();
  }

  async #find(kind: Kind, name: Name): Promise<Found> {
    let found: Found | null = null;
    const look = async () => {
      found = await this.#engine.find(callOf(findNamed, kind, name)).catch((error) => {
        lastFailure = error;
        return null;
      });
      return found !== null;
    };
    try {
      await expect.poll(look, { ...patience, message: `${kind} "${name}"` }).toBe(true);
    } catch (error) {
      const shown = await this.run(() => `${location.href}\n${document.body.innerText}`);
      throw new Error(`${(error as Error).message}\nInstead: ${shown ?? lastFailure}`);
    }
    return found!;
  }
}

let lastFailure: unknown;

/** In the page: the first visible element of a kind with a name, inside the dialog that is open, once it stands still. */
async function findNamed(kind: Kind, name: string): Promise<Element | null> {
  const selectors = { link: 'a[href]', button: 'button, summary', field: 'input, textarea, select' };
  const root = [...document.querySelectorAll('dialog[open]')].pop() ?? document;
  const element = [...root.querySelectorAll<HTMLInputElement>(selectors[kind])].find((one) => {
    const label = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? '';
    const text = label.replace(/\s+/g, ' ').trim();
    const fits = name.endsWith('...') ? text.startsWith(name.slice(0, -3)) : text === name;
    return fits && one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden' && !one.disabled;
  });
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const isMoving = document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && (effect as KeyframeEffect).target?.contains(element));
  if (isMoving) return null;
  const place = () => JSON.stringify(element.getBoundingClientRect());
  const before = place();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return place() === before ? element : null;
}

/** In the page: the browsers' own lists open outside of it, where no driver of ours gets. */
function chooseIn(name: string, value: string): void {
  const list = [...document.querySelectorAll('select')].find((one) => one.labels[0]?.textContent === name)!;
  list.value = value;
  list.dispatchEvent(new Event('change', { bubbles: true }));
}

/** In the page: what the first of them is called in full. */
function textOfNamed(kind: Kind, name: string): string {
  const selectors = { link: 'a[href]', button: 'button', field: 'input' };
  const all = [...document.querySelectorAll(selectors[kind])].map((one) => one.textContent?.trim() ?? '');
  return all.find((text) => text.startsWith(name.replace('...', ''))) ?? '';
}
