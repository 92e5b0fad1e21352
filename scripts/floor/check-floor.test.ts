import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTargets, floor } from './browser-floor.ts';
import { findAboveFloor } from './check-floor.ts';
import { readCompatData, readFeatures } from './compat-data.ts';
import { ScriptJudge } from './too-new-scripts.ts';
import { judgeStyles } from './too-new-styles.ts';

const data = readCompatData();
const scripts = new ScriptJudge(readFeatures(data));
const inScript = (source: string) => scripts.judge('any.js', source).map(({ what }) => what);
const inStyles = (source: string) => judgeStyles(source, data).map(({ what }) => what);

test.each([
  ['a static member', 'const u = URL.parse(x)', 'URL.parse'],
  ['one that only some lack', 'if (URL.canParse(x)) go()', 'URL.canParse'],
  ['one by its text', "Object['groupBy'](rows, f)", 'Object.groupBy'],
  ['one of promises', 'const { promise } = Promise.withResolvers()', 'Promise.withResolvers'],
  ['one taken out', 'const { fromAsync } = Array', 'Array.fromAsync'],
  ['a method of text', 'x.trim().isWellFormed()', '.isWellFormed()'],
  ['a method that is asked for', 'one?.isWellFormed?.()', '.isWellFormed()'],
  ['a method of sets', 'new Set(a).union(b)', '.union()'],
  ['a method of elements', 'card.checkVisibility()', '.checkVisibility()'],
  ['a member of an object we know', 'await navigator.share({ url })', 'navigator.share'],
  ['one taken out of it', 'const { wakeLock, share } = navigator', 'navigator.share'],
  ['a global', 'requestIdleCallback(go)', 'requestIdleCallback'],
  ['a global of the window', 'self.requestIdleCallback(go)', 'requestIdleCallback'],
  ['a global taken out', 'const { BarcodeDetector: B } = globalThis', 'BarcodeDetector'],
  [
    'a member of what is made there',
    'function f(a) { let q = new URLSearchParams(a); return q.size ? q : a }',
    'URLSearchParams#size',
  ],
  ['of what is made around it', 'const q = new URLSearchParams(); [1].map(() => q.size)', 'URLSearchParams#size'],
  ['of what has no name', 'if (new URLSearchParams(x).size) go()', 'URLSearchParams#size'],
  ['a constructor inside another object', 'new Intl.DurationFormat("en")', 'Intl.DurationFormat'],
  ['a flag of patterns', 'x.match(/[a--b]/v)', '/v of a pattern'],
  ['part of a pattern with flags of its own', 'x.match(/(?i:a)b/)', '(?i:) in a pattern'],
])('in a script, %s', (_, source, what) => {
  expect(inScript(source)).toContain(what);
});

test('what the floor has is none of it', () => {
  const old = `const rows = [3, 1].toSorted(); rows.at(-1); rows.findLast((one) => Object.hasOwn(one, 'a')); structuredClone(rows);
    const parse = (text) => JSON.parse(text); const URLs = { parse }; URLs.parse('{}'); 'x'.replaceAll('x', 'y');
    crypto.randomUUID(); navigator.locks.request('a', go); new Intl.ListFormat('en').format([]); AbortSignal.timeout(5);
    const seen = new Set(); seen.size; function other(q) { return q.size } const q = new URLSearchParams(); q.get('a');
    const mine = { requestIdleCallback: 1, share() {} }; mine.share(); mine.requestIdleCallback; [].map(go).flat();
    function own(navigation) { return navigation.state; } const { at } = rows; /(?<=a)b(?<n>c)/du.test('abc');`;
  expect(inScript(old)).toEqual([]);
  expect(inStyles('.a>.b{color:red;display:grid;inset:0}@media (width>=30em){a:focus-visible{gap:1px}}')).toEqual([]);
});

test.each([
  ['a property', '.a{color:red;content-visibility:auto}', 'content-visibility'],
  ['a key word', '.a{word-break:auto-phrase}', 'word-break: auto-phrase'],
  ['a function', '.a{color:light-dark(red,blue)}', 'light-dark()'],
  ['an at-rule', '@starting-style{.a{opacity:0}}', '@starting-style'],
  ['a pseudo-class', '.a:has(b){color:red}', ':has'],
])('in styles, %s', (_, source, what) => {
  expect(inStyles(source)).toContain(what);
  expect(inStyles(`@supports (a:b){@media print{${source}}}`)).toEqual([]);
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holoholo-floor-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'sw.js'), 'self.requestIdleCallback?.(go)');
  writeFileSync(join(folder, 'assets', 'a.js'), 'go(URL.parse(x))');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a build is told what it has above the floor and where, and which excuse excuses nothing', () => {
  const found = findAboveFloor(folder, { requestIdleCallback: 'asked for', '.union()': 'once' });
  expect(found).toEqual([
    expect.stringMatching(/^URL\.parse is newer than Safari 16\.4.*assets\/a\.js has \.\.\.go\(URL\.parse\(x\)\)/),
    expect.stringContaining('excuses .union(), which nothing uses'),
  ]);
});

test('README names the floor that the build holds', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  for (const { name, version, targets } of floor) {
    expect(readme).toContain(`${name} ${version}`);
    for (const target of targets) expect(target).toMatch(new RegExp(`${version.replace('.', '\\.')}$`));
  }
  expect(buildTargets).toEqual(['safari16.4', 'ios16.4', 'chrome111', 'firefox115']);
});

test('every build is judged, once its scripts and its service worker are there', () => {
  const source = readFileSync(join(import.meta.dirname, '../build.mjs'), 'utf8');
  const steps = [...source.matchAll(/^ {2}await runScript\('([^']+)'\);$/gm)].map(([, file]) => file);
  expect(steps.slice(0, 3)).toEqual([
    'scripts/build-web.ts',
    'scripts/build-worker.ts',
    'scripts/floor/check-floor.ts',
  ]);
});
