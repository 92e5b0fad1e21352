import { test as base, expect } from '@playwright/test';
import type { FloorBrowser } from '../../scripts/floor/browser-floor.ts';
import { type Product, startProduct } from '../e2e/product.ts';
import { startChromium } from './chromium.ts';
import { type DeadEnd, openDeadEnd } from './dead-end.ts';
import type { StartEngine } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { type Front, openFront, reportPath } from './front.ts';
import { Person } from './person.ts';
import { lackedByFloorOf, preludeOf } from './prelude.ts';
import { startWebKit } from './webkit.ts';

interface Fixtures {
  /** Whose floor the browser is put on: of what that lacks nothing is left in pages and worker. */
  floor: FloorBrowser | null;
  person: Person;
}

/** The product, the door before it, and what is beyond this machine. */
export interface House {
  product: Product;
  front: Front;
  outside: DeadEnd;
}

interface WorkerFixtures {
  engine: FloorBrowser;
  house: House;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['Chrome', { option: true, scope: 'worker' }],
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const [front, outside] = [await openFront(), await openDeadEnd()];
      const product = await startProduct({ PUBLIC_URL: front.url });
      front.target = Number(new URL(product.url).port);
      await use({ product, front, outside });
      await front.close();
      await outside.close();
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  floor: [null, { option: true }],
  person: async ({ engine, house: { front, outside }, floor, launchOptions }, use) => {
    const start: Record<FloorBrowser, StartEngine> = {
      Chrome: startChromium(launchOptions.executablePath),
      Firefox: startFirefox,
      Safari: startWebKit,
    };
    const taken = floor ? lackedByFloorOf(floor) : [];
    front.prelude = preludeOf(taken, reportPath);
    // A browser without trusted types does not ask for them either.
    front.unknownDirectives = taken.some(([, name]) => name === 'trustedTypes') ? /trusted-types/ : null;
    front.problems.length = 0;
    outside.hosts.length = 0;
    const browser = await start[engine]({ proxy: outside.port });
    try {
      await use(new Person(browser));
    } finally {
      await browser.close();
      // Beside a failure, these often say why.
      if (front.problems.length) console.log(front.problems.join('\n').slice(0, 4_000));
    }
    expect(front.problems).toEqual([]);
  },
});

export { expect };
