import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSeen } from './seen-listings.ts';

const key = 'holoholo.impressions';
let stored: Map<string, string>;
let now: number;
const aTab = () => createSeen(() => now);
const storage = (setItem = (name: string, text: string) => void stored.set(name, text)) =>
  vi.stubGlobal('sessionStorage', { getItem: (name: string) => stored.get(name) ?? null, setItem });

beforeEach(() => {
  stored = new Map();
  now = 1_000_000_000_000;
  storage();
});
afterEach(() => vi.unstubAllGlobals());

it('is new once in ten minutes, each by its name, through a reload', () => {
  const { isNew } = aTab();
  expect(['explore 1', 'explore 1', 'saved 1', 'explore 2'].map(isNew)).toEqual([true, false, true, true]);
  now += 599_999;
  expect(aTab().isNew('explore 1')).toBe(false);
  now += 1;
  expect(aTab().isNew('explore 1')).toBe(true);
  // What is older is kept no longer.
  expect(JSON.parse(stored.get(key)!)).toEqual({ 'explore 1': now });
});

it.each(['null', '[]', '7', '{"explore 1":"x"}', '{', '{"explore 1":null}'])('what reads %s says nothing', (text) => {
  stored.set(key, text);
  const { isNew } = aTab();
  expect([isNew('explore 1'), isNew('explore 1')]).toEqual([true, false]);
});

it('is known to this page where nothing can be stored', () => {
  storage(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { isNew } = aTab();
  expect([isNew('explore 1'), isNew('explore 1')]).toEqual([true, false]);
  expect(aTab().isNew('explore 1')).toBe(true);
});
