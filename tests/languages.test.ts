import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hawaiiListings } from '../db/seed/listings-hawaii.ts';
import { kauaiListings } from '../db/seed/listings-kauai.ts';
import { mauiListings } from '../db/seed/listings-maui.ts';
import { oahuListings } from '../db/seed/listings-oahu.ts';
import japanese from '../web/src/messages/ja.ts';
import { createWorld, type World } from './world.ts';

const root = join(import.meta.dirname, '..');

/** A language that is added as one file, and translated in part. */
const esperanto = `
export const landing = { start: 'Komenci', heritage: (product: string) => \`\${product} venas de ni\` };
export const languageSwitch = { label: 'Lingvo', hint: 'La paĝo malfermiĝas denove.', change: 'Ŝanĝi' };
`;

let copy: string;
let world: World;

/** The web side with one more language file, built as it is. */
beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'holoholo-languages-'));
  for (const part of [
    'web',
    'contract',
    'scripts/floor',
    'scripts/web-languages.ts',
    'scripts/router-in-data-mode.ts',
    'scripts/build-web.ts',
    'vite.config.ts',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, 'web/src/messages/eo.ts'), esperanto);
  const env = { ...process.env, NODE_ENV: 'production' };
  const built = spawnSync(process.execPath, [join(copy, 'scripts/build-web.ts')], { cwd: copy, env, encoding: 'utf8' });
  // A slow machine is no fault of the build's.
  const said = stripVTControlCharacters(built.stderr).replace(/^.*\[PLUGIN_TIMINGS\][\s\S]*?more details\.\n+/gm, '');
  expect(said.replace(/^.*(ExperimentalWarning|--trace-warnings).*\n/gm, '')).toBe('');
  expect(built.status).toBe(0);
  world = await createWorld({ webFolder: join(copy, 'dist') });
}, 300_000);

afterAll(async () => {
  await world.close();
  rmSync(copy, { recursive: true, force: true });
});

const page = async (path: string, headers: Record<string, string> = {}, cookie?: string) =>
  await world.call(`GET ${path}`, { headers, ...(cookie ? { cookie } : {}) });
const langOf = (html: string) => html.match(/<html lang="([^"]*)"/)?.[1];

describe('adding a language is one file', () => {
  test('a reader who asks for it is answered in it, and in English where it is not translated', async () => {
    const { raw, headers } = await page('/', { 'accept-language': 'eo' });
    expect(langOf(raw)).toBe('eo');
    expect(headers['content-language']).toBe('eo');
    expect(raw).toContain('Komenci');
    expect(raw).toContain('Holoholo venas de ni');
    // An entry, and a catalogue, that it does not have.
    expect(raw).toContain('The pocket guide to Hawaiʻi');
    expect(raw).toContain('Skip to main content');
  });

  test('the switch names it, on the pages of all languages', async () => {
    for (const language of ['en', 'ja', 'eo']) {
      const { raw } = await page('/', { 'accept-language': language });
      const options = [...raw.matchAll(/<option[^>]* lang="(\w+)"[^>]*>([^<]+)</g)].map(
        ([, tag, name]) => `${tag} ${name}`,
      );
      expect(options).toEqual(['en English', 'eo Esperanto', 'ja 日本語']);
    }
  });

  test('its scripts hold its words and no other language’s', () => {
    const manifest: Record<string, { file: string }> = JSON.parse(
      readFileSync(join(copy, 'dist/client/manifest.eo.json'), 'utf8'),
    );
    const script = readFileSync(join(copy, 'dist/client', manifest['src/screens/landing/landing.tsx']!.file), 'utf8');
    expect(script).toContain('Komenci');
    expect(script).not.toContain('はじめる');
  });
});

describe('a page from the server', () => {
  test('is in the language that the browser asks for, and caches are told so', async () => {
    for (const [header, language] of [
      ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
      ['en-GB', 'en'],
      ['fr-FR', 'en'],
    ] as const) {
      const { raw, headers } = await page('/explore', { 'accept-language': header });
      expect(langOf(raw)).toBe(language);
      expect(headers.vary).toBe('accept-encoding, accept-language, cookie');
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test('is in the language chosen on this device, whatever the browser asks for', async () => {
    expect(langOf((await page('/', { 'accept-language': 'ja' }, 'lang=en')).raw)).toBe('en');
    expect(langOf((await page('/', {}, 'lang=ja')).raw)).toBe('ja');
    for (const hostile of ['lang=xx', 'lang=', 'lang="><script>', 'lang=../../en', 'lang=__proto__'])
      expect(langOf((await page('/', { 'accept-language': 'ja' }, hostile)).raw)).toBe('ja');
  });

  test('pages of two languages at once are not mixed, nor are their figures', async () => {
    const place = await world.aPlace({ listings: [await world.aListing({ rating: 4.5 })] });
    const asked = Array.from({ length: 12 }, (_, index) => ['en-US', 'ja-JP', 'eo'][index % 3]!);
    const pages = await Promise.all(asked.map((locale) => page(`/location/${place}`, { 'accept-language': locale })));
    expect(pages.map(({ raw }) => langOf(raw))).toEqual(asked.map((locale) => locale.slice(0, 2)));
    // Esperanto writes a comma.
    expect(pages.map(({ raw }) => raw.includes('>4,5<'))).toEqual(asked.map((locale) => locale === 'eo'));
  });

  test('the switch without scripts: the choice is kept, and taken out of the address', async () => {
    const chosen = await page('/explore?search=poke&lang=ja');
    expect([chosen.status, chosen.headers.location, chosen.cookies.lang]).toEqual([303, '/explore?search=poke', 'ja']);
    const unknown = await page('/explore?lang=xx');
    expect([unknown.status, unknown.cookies.lang]).toEqual([200, undefined]);
    const prefetched = await page('/explore?lang=ja', { 'sec-purpose': 'prefetch' });
    expect([prefetched.status, prefetched.cookies.lang]).toEqual([200, undefined]);
  });

  test.each([
    '/.//evil.example/?lang=ja',
    '//evil.example/?lang=ja',
    '/\\evil.example?lang=ja',
    '/%09/evil.example?lang=ja',
  ])('the switch leads to no other site: %s', async (path) => {
    const { headers } = await page(path);
    expect(new URL(String(headers.location ?? '/'), 'http://localhost:3000').host).toBe('localhost:3000');
  });

  test('a code that counts for nobody is refused in the reader’s words', async () => {
    const { code, locationId } = await world.aCode({ status: 'paused' });
    const { raw } = await page(`/location/${locationId}?qr=${code}`, { 'accept-language': 'ja' });
    expect(raw).toContain('このコードは一時停止中です。');
    expect(raw).not.toContain('This code is paused');
  });
});

describe('the app manifest', () => {
  const linked = async (headers: Record<string, string>, cookie?: string) => {
    const { raw } = await page('/', headers, cookie);
    const path = raw.match(/<link rel="manifest" href="([^"]*)"/)![1]!;
    const { status, raw: manifest } = await page(path);
    expect(status).toBe(200);
    const body = JSON.parse(manifest);
    return { path, ...body, shortcuts: body.shortcuts.map((one: { name: string }) => one.name) };
  };

  test('is in the language of the page that links to it, and of one app', async () => {
    expect(await linked({})).toMatchObject({
      path: '/manifest.webmanifest',
      id: '/',
      lang: 'en',
      description: 'A pocket guide to Hawaiʻi that opens with a scan.',
      shortcuts: ['Scan QR Code', 'Your Bookings'],
    });
    const japanese = {
      path: '/manifest.ja.webmanifest',
      id: '/',
      lang: 'ja',
      description: 'コードをスキャンするだけで開く、ハワイのポケットガイドです。',
      shortcuts: ['QRコードをスキャン', '予約一覧'],
    };
    expect(await linked({ 'accept-language': 'ja-JP' })).toMatchObject(japanese);
    expect(await linked({}, 'lang=ja')).toMatchObject(japanese);
    // What is not translated is English, as everywhere.
    expect(await linked({ 'accept-language': 'eo' })).toMatchObject({
      lang: 'eo',
      shortcuts: ['Scan QR Code', 'Your Bookings'],
    });
    expect((await page('/manifest.xx.webmanifest')).status).toBe(404);
  });
});

describe('kinds of listings', () => {
  test('all that the demo has are worded in Japanese', () => {
    const kinds = [oahuListings, mauiListings, kauaiListings, hawaiiListings].flat().map((one) => one.subcategory);
    expect([...new Set(kinds)].filter((kind) => !/[\u3040-\u9fff]/.test(japanese.subcategories[kind] ?? ''))).toEqual(
      [],
    );
  });
});

describe('mail', () => {
  const asked = async (headers: Record<string, string>, cookie?: string) => {
    const email = `reader-${Math.random().toString(36).slice(2)}@example.com`;
    const options = { body: { email }, headers, ...(cookie ? { cookie } : {}) };
    expect((await world.call('POST /api/auth/magic-link', options)).status).toBe(202);
    return (await world.mail()).find(({ to }) => to === email)!;
  };

  test('a sign-in link comes in the language it was asked for in', async () => {
    expect((await asked({ 'accept-language': 'ja-JP' })).subject).toBe('Holoholoのログイン用リンク');
    expect((await asked({ 'accept-language': 'ja-JP' }, 'lang=en')).subject).toBe('Your Holoholo sign-in link');
    expect((await asked({})).subject).toBe('Your Holoholo sign-in link');
    const { text } = await asked({}, 'lang=ja');
    expect(text).toContain('http://localhost:3000/auth/magic-link?token=');
    expect(text).toContain('15分以内に1回だけ使えます');
  });

  test('that an account is suspended is said in the language that its link was asked for in', async () => {
    const { id, email } = await world.aUser({ email: 'suspended@languages.example' });
    await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', id).execute();
    const headers = { 'accept-language': 'ja-JP' };
    await world.call('POST /api/auth/magic-link', { body: { email }, headers });
    const mail = (await world.mail()).findLast(({ to }) => to === email)!;
    expect(mail.subject).toBe('Holoholoのアカウントについて');
    expect(mail.text).toContain('停止されています');
    expect(mail.text).toContain('Holoholoのサポートにお問い合わせください');
  });

  test('the answer to an inquiry comes in the language that its traveler asked in', async () => {
    const [traveler, admin] = [await world.aUser(), await world.aUser({ role: 'admin' })];
    const body = { experience_name: 'Reef walk', booking_platform: 'viator' };
    const answeredTo = async (headers: Record<string, string>, note: string) => {
      const sent = await world.call('POST /api/bookings/inquiries', { cookie: traveler.cookie, body, headers });
      const answer = { cookie: admin.cookie, body: { status: 'resolved', note }, headers: { 'accept-language': 'en' } };
      expect((await world.call(`PATCH /api/bookings/inquiries/${sent.body.id}`, answer)).status).toBe(200);
      return (await world.mail()).find(({ to, text }) => to === traveler.email && text.includes(note))!;
    };
    const japanese = await answeredTo({ 'accept-language': 'ja-JP' }, 'FH-1');
    expect(japanese.subject).toBe('お問い合わせの予約について');
    expect(japanese.text).toContain('Reef walkのご予約について');
    const english = await answeredTo({}, 'FH-2');
    expect(english.subject).toBe('About your missing booking');
    expect(english.text).toContain('you asked about a booking of Reef walk. Our answer:');
  });

  test('an invitation comes in the language of whoever invites', async () => {
    const admin = await world.aUser({ role: 'admin' });
    const invited = async (invited_email: string, headers: Record<string, string>) => {
      const body = { invited_email, stakeholder_type: 'partner', organization_name: 'Hale Kai' };
      expect((await world.call('POST /api/stakeholder/invite', { cookie: admin.cookie, body, headers })).status).toBe(
        201,
      );
      return (await world.mail()).find(({ to }) => to === invited_email)!;
    };
    expect((await invited('one@example.com', { 'accept-language': 'ja' })).text).toContain('Hale Kai様を');
    expect((await invited('two@example.com', {})).text).toContain('Hale Kai is invited');
  });

  test('a language without words for mail writes in English', async () => {
    expect((await asked({ 'accept-language': 'eo' })).subject).toBe('Your Holoholo sign-in link');
  });
});
