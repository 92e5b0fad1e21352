/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Theme = 'light' | 'dark';
type Contrast = 'calm' | 'more';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** `--ink: var(--light, var(--calm, a) var(--more, b)) var(--dark, var(--calm, c) var(--more, d));` */
const declaration =
  /--([\w-]+): var\(--light, var\(--calm, (#\w{6})\) var\(--more, (#\w{6})\)\)\s+var\(--dark, var\(--calm, (#\w{6})\) var\(--more, (#\w{6})\)\);/g;
const colors = new Map(
  [...css.matchAll(declaration)].map(([, name, ...values]) => [
    name!,
    { light: { calm: values[0]!, more: values[1]! }, dark: { calm: values[2]!, more: values[3]! } },
  ]),
);

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

const words = ['ink', 'muted', 'accent', 'sea', 'ok', 'warn', 'bad'];
const pairs: [front: string, back: string, least: number][] = [
  ...words.flatMap((word): [string, string, number][] => [
    [word, 'paper', 4.5],
    [word, 'raised', 4.5],
  ]),
  ...['ink', 'accent', 'sea', 'ok', 'warn', 'bad', 'alert'].map((back): [string, string, number] => [
    `on-${back}`,
    back,
    4.5,
  ]),
  ...['sea', 'ok', 'warn', 'bad'].flatMap((state): [string, string, number][] => [
    [state, `${state}-wash`, 4.5],
    ['ink', `${state}-wash`, 4.5],
  ]),
  ['edge', 'paper', 3],
  ['edge', 'raised', 3],
];

describe.each(['light', 'dark'] as Theme[])('%s', (theme) => {
  describe.each(['calm', 'more'] as Contrast[])('%s contrast', (level) => {
    it.each(pairs)('%s on %s is at least %d : 1', (front, back, least) => {
      const ratio = contrast(colors.get(front)![theme][level], colors.get(back)![theme][level]);
      expect(ratio).toBeGreaterThanOrEqual(least);
    });
  });

  it.each(words)('%s reaches 7 : 1 in high contrast', (word) => {
    expect(contrast(colors.get(word)![theme].more, colors.get('paper')![theme].more)).toBeGreaterThanOrEqual(7);
  });
});

it('reads every colour of the file', () => {
  const written = css.match(/#[0-9a-f]{3,8}\b/gi) ?? [];
  expect(colors.size).toBeGreaterThan(20);
  expect(colors.size * 4).toBe(written.length);
});
