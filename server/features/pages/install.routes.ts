import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { defaultLanguage } from '../../platform/http/language.ts';
import { workerPolicy } from '../../platform/http/security-headers.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Editions } from './editions.ts';
import type { AppWords } from './pages.ts';

/** What is sent as the worker where there is to be none: it takes itself and all that was kept away. */
const removal =
  "self.addEventListener('install',()=>self.skipWaiting());" +
  "self.addEventListener('activate',e=>e.waitUntil(caches.keys()" +
  ".then(n=>Promise.all(n.filter(c=>c.startsWith('holoholo-')).map(c=>caches.delete(c))))" +
  '.then(()=>self.registration.unregister())))';

/** The colours of the icon's paper and of the page, as in tokens.css. */
const paper = '#f7f1e3';

/** Where the manifest in one language is: asked for without cookies, so that the page that links to it says which. */
export const manifestPath = (language: string): string =>
  language === defaultLanguage ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`;

/** What a phone needs to put the product among its apps, which is one app in every language. */
function appManifest(productName: string, language: string, words: AppWords): object {
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
    description: words.description,
    lang: language,
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
      shortcut(words.scan, '/scan', 'icon-shortcut-scan.png'),
      shortcut(words.bookings, '/bookings', 'icon-shortcut-bookings.png'),
    ],
  };
}

/** The worker and the manifests, all asked anew each time: a browser that keeps an old worker could not be helped. */
export function mountInstall(app: FastifyInstance, settings: Settings, clientFolder: string, editions: Editions): void {
  const file = join(clientFolder, 'sw.js');
  const worker = settings.serviceWorker && existsSync(file) ? readFileSync(file, 'utf8') : removal;
  app.get('/sw.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .send(worker),
  );
  for (const language of editions.languages)
    app.get(manifestPath(language), async (_request, reply) => {
      const { installed } = (await editions.open(language)).renderer;
      const manifest = appManifest(settings.productName, language, installed);
      return reply
        .type('application/manifest+json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-language', language)
        .send(JSON.stringify(manifest));
    });
}
