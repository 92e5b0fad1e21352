import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { linesOfPdf } from '../../../tests/pdf-text.ts';
import { drawPages } from '../../../tests/read-pages.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { symbolFor } from './symbol.ts';

const wrong = vi.hoisted(() => ({ from: Number.POSITIVE_INFINITY, drawn: 0 }));
vi.mock('./draw-kit.ts', async (load) => {
  const real = await load<typeof import('./draw-kit.ts')>();
  return {
    ...real,
    drawKit: (of: Parameters<typeof real.drawKit>[0]) =>
      real.drawKit(wrong.drawn++ >= wrong.from ? { ...of, url: `${of.url}0` } : of),
  };
});

let world: World;
let hotel: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  hotel = await aPartner(world);
});
afterAll(() => world.close());
const kit = (query: string, part = '/file') =>
  world.call(`GET /api/partner-portal/qr-code/${hotel.code}/print-kit${part}?${query}`, { cookie: hotel.owner.cookie });

test('around a code are four modules of nothing', () => {
  const { modules } = symbolFor('https://holoholo.example/location/1?qr=ABCD', { side: 50, seenFrom: 250 });
  const dark = (rows: boolean[][]) => rows.findIndex((row) => row.includes(true));
  const across = modules[0]!.map((_, x) => modules.map((row) => row[x]!));
  for (const rows of [modules, modules.toReversed(), across, across.toReversed()]) expect(dark(rows)).toBe(4);
});

test('marks say where to cut', async () => {
  const [page] = await drawPages((await kit('format=counter-card&paper=a6')).bytes, 12);
  const at = (x: number, y: number) => page!.data[(Math.round(y * 12) * page!.width + Math.round(x * 12)) * 4]!;
  const darkest = (x: number, y: number) =>
    Math.min(...[-1, 0, 1].flatMap((by) => [at(x + by / 12, y), at(x, y + by / 12)]));
  expect([darkest(10, 5), darkest(115, 5), darkest(5, 10), darkest(5, 158)].every((one) => one < 220)).toBe(true);
});

test('US Letter is as large as it is', async () => {
  const { bytes } = await kit('format=counter-card&paper=letter');
  const [, box] = bytes.toString('latin1').match(/\/MediaBox \[0 0 ([\d. ]+)\]/)!;
  expect(box!.split(' ').map((one) => Math.round((Number(one) / 72) * 254) / 10)).toEqual([235.9, 299.4]);
});

test('a card says its sentence in its language, and where its code is typed', async () => {
  const words = async (language: string) =>
    (await linesOfPdf((await kit(`format=counter-card&paper=a4&language=${language}`)).bytes))[0]!
      .join('')
      .replace(/\s/g, '');
  expect(await words('en')).toContain('Scantoseewhatwerecommendnearby');
  expect(await words('ja')).toContain('近くのおすすめが');
  for (const one of ['en', 'ja']) expect(await words(one)).toContain('localhost:3000/scan');
});

test('a kit that does not read again is given to nobody', async () => {
  wrong.from = wrong.drawn;
  for (const part of ['', '/file']) expect((await kit('format=sticker&paper=a6&language=ja', part)).status).toBe(500);
});
