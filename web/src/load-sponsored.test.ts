import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sponsored } from '../../contract/campaigns.ts';
import type { LoaderArgs } from './contexts.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', {});
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const cards = [{ campaign_id: 'one', after: 4 }] as Sponsored[];
/** An answer after so many milliseconds. */
const after = <T>(milliseconds: number, answer: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(answer), milliseconds));

/** What stands in a list, and after how many milliseconds it is shown, where both come after so many. */
async function shown(listMs: number, sponsoredMs: number) {
  const { loadSponsored } = await import('./load-sponsored.ts');
  const args = {
    context: { get: () => () => after(sponsoredMs, cards) },
    request: new Request('http://localhost'),
  } as unknown as LoaderArgs;
  const list = after(listMs, 'list');
  const begun = Date.now();
  const asked = Promise.all([list, loadSponsored(args, { location: '1' }, list)]).then(([, sponsored]) => ({
    sponsored,
    waited: Date.now() - begun,
  }));
  await vi.runAllTimersAsync();
  return await asked;
}

test.each([
  ['no list waits more than a moment for what is sponsored in it', 40, 60_000, [], 140],
  ['what comes in that moment stands in it', 40, 90, cards, 90],
  ['what was there before the list does', 40, 10, cards, 40],
  ['and so does what came late with a list that was late itself', 2_500, 2_000, cards, 2_500],
])('%s', async (_, listMs, sponsoredMs, sponsored, waited) => {
  expect(await shown(listMs, sponsoredMs)).toEqual({ sponsored, waited });
});
