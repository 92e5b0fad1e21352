import { createServer, type Server } from 'node:http';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { test as base, expect, ready } from './fixtures.ts';
import { mapPictures } from './map-pictures.ts';
import { type Product, startProduct } from './product.ts';

// The map's own server, which this product asks in the browsers' stead.
interface Asked {
  url: string;
  headers: string;
}
const test = base.extend<Record<never, never>, { product: Product; asked: Asked[]; source: Server }>({
  asked: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => use([]),
    { scope: 'worker' },
  ],
  source: [
    async ({ asked }, use) => {
      const source = createServer(({ url, headers }, reply) => {
        asked.push({ url: url!, headers: JSON.stringify(headers) });
        const picture = url!.startsWith('/sky/') ? mapPictures.USGSImageryOnly : mapPictures.USGSTopo;
        reply.writeHead(200, { 'content-type': 'image/png' }).end(picture);
      });
      const port = await freePort();
      await new Promise<void>((done) => source.listen(port, '127.0.0.1', done));
      await use(source);
      source.closeAllConnections();
      source.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ source }, use) => {
      const { port } = source.address() as { port: number };
      const product = await startProduct({
        MAP_TILES_OWN_HOST: 'on',
        MAP_TILES_STANDARD: `http://127.0.0.1:${port}/topo/{z}/{x}/{y}`,
        MAP_TILES_SATELLITE: `http://127.0.0.1:${port}/sky/{z}/{x}/{y}`,
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

const frame = (page: Page) => page.getByRole('group', { name: 'Map of experiences' });
/** The pictures that are on screen, whole. */
const loaded = (page: Page) =>
  frame(page)
    .locator('img.leaflet-tile-loaded')
    .evaluateAll((all) =>
      all.flatMap((one) => ((one as HTMLImageElement).naturalWidth === 256 ? [one.getAttribute('src')!] : [])),
    );

for (const [width, height] of [
  [390, 844],
  [1280, 900],
] as const)
  test(`the map’s pictures come from our own host, and no other is asked, at ${width} px`, async ({
    page,
    product,
    asked,
  }) => {
    const hosts = new Set<string>();
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http')) hosts.add(origin);
    });
    await page.setViewportSize({ width, height });
    await page.goto('/explore?view=map');
    await ready(page);
    await expect.poll(async () => (await loaded(page)).length).toBeGreaterThan(3);
    for (const [layer, button] of [
      ['standard', 'Show the satellite picture'],
      ['satellite', 'Show the standard map'],
    ] as const) {
      const ofLayer = `${product.url}/api/map/tiles/${layer}/`;
      await expect
        .poll(async () => (await loaded(page)).filter((src) => src.startsWith(ofLayer)).length)
        .toBeGreaterThan(3);
      await page.screenshot({ path: `test-results/map-own-host-${layer}-${width}.png` });
      await page.getByRole('button', { name: button }).click();
    }
    expect([...hosts]).toEqual([product.url]);
    // It is asked for each square once, by this server, and is told nothing of who looks.
    expect(asked.length).toBeGreaterThan(3);
    expect(new Set(asked.map(({ url }) => url)).size).toBe(asked.length);
    expect(asked.filter(({ headers }) => /cookie|referer|forwarded|Mozilla/i.test(headers))).toEqual([]);
  });
