import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ListedTool, Tool } from '../../../contract/knowledge.ts';
import { aspects, toolAt, toolScreens, toolSlugs } from '../../../contract/knowledge-tools.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { adminTabs } from '../../../web/src/desk/admin-tabs.ts';
import { Knowledge, readPages } from './knowledge.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const ask = (path: string) => world.call(`GET /api/knowledge${path}`, { cookie: admin.cookie });
const found = async (search: string): Promise<string[]> =>
  (await ask(`?search=${encodeURIComponent(search)}`)).body.tools.map(({ slug }: ListedTool) => slug);

test('sixteen tools are told of in six aspects, each with its screen', async () => {
  const { tools } = (await ask('')).body as { tools: ListedTool[] };
  expect(tools.map(({ slug }) => slug).sort()).toEqual([...toolSlugs].sort());
  expect(tools).toHaveLength(16);
  for (const { slug, name, screen, summary } of tools) {
    const tool: Tool = (await ask(`/${slug}`)).body;
    expect(tool).toMatchObject({ slug, name, screen, summary, roles: ['admin'] });
    expect(tool.aspects.map(({ aspect }) => aspect)).toEqual(aspects);
    const { pathname, searchParams } = new URL(screen, 'https://own.invalid');
    expect(toolAt(pathname, searchParams)).toBe(slug);
  }
});

test('each screen of a tool is one of the table of screens, and no screen is of two', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../web/src/routes.tsx'), 'utf8');
  const screens = Object.values(toolScreens).flat();
  for (const screen of screens) expect(table).toContain(`path: '${screen.slice(1).split('?')[0]}',`);
  expect(new Set(screens).size).toBe(screens.length);
});

/** Screens of administrators that no tool tells of, each with why. */
const untold: Readonly<Record<string, string>> = {
  '/knowledge': 'It is what tells of the tools.',
  '/dashboard?tab=profile': 'It is one’s own account, as everybody has one.',
};

test('every screen and tab of administrators has a tool that tells of it, or a reason', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../web/src/routes.tsx'), 'utf8');
  const routes = [
    ...table.matchAll(/^ {4}path: '(.+)',\n(?: {4}(?!handle).*\n)*? {4}handle: (?:ofAdmins|ofSecurity)\(/gm),
  ];
  const paths = routes.map(([, path]) => `/${path}`);
  expect(paths).toHaveLength(table.match(/handle: (ofAdmins|ofSecurity)\(/g)!.length);
  const addresses = [...paths, ...adminTabs('overview').map(({ to }) => to), '/analytics', '/dashboard?tab=profile'];
  const toolOf = (address: string) => {
    const { pathname, searchParams } = new URL(address, 'https://own.invalid');
    return toolAt(pathname, searchParams);
  };
  expect(addresses.filter((address) => !toolOf(address) && !untold[address])).toEqual([]);
  expect(Object.keys(untold).filter((address) => toolOf(address) || !addresses.includes(address))).toEqual([]);
  // A section of the view of a partner is that view's.
  expect(toolOf('/partners/view?partner=1&tab=codes')).toBe('partners');
  expect(toolOf('/dashboard?tab=profile')).toBeUndefined();
});

test('a search finds every word, the name first, then the aspects in their order; without ʻokina and kahakō', async () => {
  expect((await found('hold'))[0]).toBe('holds');
  expect((await found('PAYŌUTS'))[0]).toBe('payouts');
  expect(await found('qr ʻrequests')).toContain('qr-requests');
  expect(await found('qr requests nobody-says-this')).toEqual([]);
  expect(await found('')).toHaveLength(16);
  expect((await ask('/nothing')).status).toBe(404);
  expect((await ask(`?search=${'x'.repeat(101)}`)).status).toBe(400);
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'knowledge-'));
  cpSync(join(import.meta.dirname, '../../../knowledge'), folder, { recursive: true });
  return () => rmSync(folder, { recursive: true });
});
const holds = () => join(folder, 'holds.md');
const edit = (from: string | RegExp, to: string) =>
  writeFileSync(holds(), readFileSync(holds(), 'utf8').replace(from, to));

test.each([
  ['a missing aspect', '## Why', '## Who', /^knowledge\/holds\.md:\d+: here comes the section "## Why"$/],
  ['an aspect that is not there', /\n## Who[\s\S]*/, '', /^knowledge\/holds\.md:\d+: the section of "who" is missing$/],
  ['an empty aspect', /## Who[\s\S]*/, '## Who\n', /^knowledge\/holds\.md:\d+: the section of "who" is empty$/],
  ['a seventh section', /$/, '\n## Whence\n', /^knowledge\/holds\.md:\d+: a seventh section/],
  [
    'another screen',
    'screen: /money/holds',
    'screen: /money/gold',
    /^knowledge\/holds\.md:3: \/money\/gold is not the screen/,
  ],
  ['an unknown role', 'roles: admin', 'roles: chief', /^knowledge\/holds\.md:4: there is no role chief/],
  ['a head without a name', 'name: Holds\n', '', /^knowledge\/holds\.md:1: its head does not say its name$/],
  ['no head', '---\n', '', /^knowledge\/holds\.md:1: it begins with no head/],
  ['a script', '## Why\n', '## Why\n\n<script>alert(1)</script>\n', /^knowledge\/holds\.md:\d+: HTML/],
  [
    'HTML among words',
    '## Why\n',
    '## Why\n\nSo <b>it</b> is.\n',
    /^knowledge\/holds\.md:\d+: HTML \(<b>\) is not for/,
  ],
  ['an image', '## Why\n', '## Why\n\n![x](https://a.example/x.png)\n', /:\d+: image .* is not for these pages/],
  [
    'a link that runs',
    '## Why\n',
    '## Why\n\n[x](javascript:alert)\n',
    /:\d+: the link to javascript:alert is not safe/,
  ],
  [
    'a link without TLS',
    '## Why\n',
    '## Why\n\n[x](http://a.example)\n',
    /:\d+: the link to http:\/\/a\.example is not/,
  ],
  ['a link elsewhere', '## Why\n', '## Why\n\n[x](//a.example)\n', /:\d+: the link to \/\/a\.example is not safe/],
  [
    'a link to no screen',
    '## Why\n',
    '## Why\n\n[x](/money/gold)\n',
    /:\d+: the link to \/money\/gold leads to no screen/,
  ],
])('a page with %s refuses, with its line', (_what, from, to, message) => {
  edit(from, to);
  expect(() => readPages(folder)).toThrow(message);
  expect(() => new Knowledge({ production: true }, folder)).toThrow(message);
});

test('the line that is told is that of the fault', () => {
  edit('## Why\n', '## Why\n\nAll is well\nuntil <i>here</i>.\n');
  const line =
    readFileSync(holds(), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('<i>')) + 1;
  expect(() => readPages(folder)).toThrow(`knowledge/holds.md:${line}: HTML (<i>)`);
});

test('a page that is missing or of no tool refuses', () => {
  rmSync(holds());
  expect(() => readPages(folder)).toThrow('knowledge/holds.md:1: the page of a tool is missing');
  writeFileSync(join(folder, 'gold.md'), '');
  expect(() => readPages(folder)).toThrow('knowledge/gold.md:1: no tool has this name');
});

test('an edit is seen at once in development, and with the next start in production', () => {
  const [here, there] = [new Knowledge({ production: false }, folder), new Knowledge({ production: true }, folder)];
  edit('name: Holds', 'name: Holds & so on');
  expect([here.get('holds').name, there.get('holds').name]).toEqual(['Holds & so on', 'Holds']);
});
