import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { workerPolicy } from '../../platform/security-headers.ts';
import type { Settings } from '../../platform/settings.ts';

/** What is sent as the worker where there is to be none: it takes itself and all that was kept away. */
const removal =
  "self.addEventListener('install',()=>self.skipWaiting());" +
  "self.addEventListener('activate',e=>e.waitUntil(caches.keys()" +
  ".then(n=>Promise.all(n.filter(c=>c.startsWith('holoholo-')).map(c=>caches.delete(c))))" +
  '.then(()=>self.registration.unregister())))';

/** The colours of the icon's paper and of the page, as in tokens.css. */
const paper = '#f7f1e3';

/** What a phone needs to put the product among its apps. */
export function appManifest(productName: string): object {
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/${file}`,
    sizes,
    type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string, file: string) => ({ name, url, icons: [icon(file, '96x96', 'any')] });
  return {
    id: '/',
    name: productName,
    short_name: productName,
    description: 'A pocket guide to Hawaiʻi that opens with a scan.',
    lang: 'en',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    orientation: 'portrait',
    background_color: paper,
    theme_color: paper,
    categories: ['travel'],
    icons: [
      icon('icon.svg', 'any', 'any'),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
    ],
    shortcuts: [
      shortcut('Scan QR Code', '/scan', 'icon-shortcut-scan.png'),
      shortcut('Your Bookings', '/bookings', 'icon-shortcut-bookings.png'),
    ],
  };
}

/** The worker and the manifest, both asked anew each time: a browser that keeps an old worker could not be helped. */
export function mountInstall(app: FastifyInstance, settings: Settings, clientFolder: string): void {
  const file = join(clientFolder, 'sw.js');
  const worker = settings.serviceWorker && existsSync(file) ? readFileSync(file, 'utf8') : removal;
  app.get('/sw.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .send(worker),
  );
  const manifest = JSON.stringify(appManifest(settings.productName));
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache').send(manifest),
  );
}
