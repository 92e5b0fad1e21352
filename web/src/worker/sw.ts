import { countWaitingScans, sendWaitingScans, syncTag } from '../device/scan-outbox.ts';
import { answerPage, answerPicture, fromNetwork } from './answers.ts';
import { answerFile, fetchApp, forgetEarlierApps } from './app-cache.ts';

/**
 * The worker that makes the guide work without a network. It never touches /api: what a person is told there is theirs, and
 * the pages keep of it what they may. Nothing here may fail a page that the network could have brought.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  void (event as InstallEvent)
    .addRoutes?.({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' })
    .catch(() => {});
  event.waitUntil(fetchApp());
});

self.addEventListener('activate', (event) => {
  const begin = async () => {
    await setPreload();
    await forgetEarlierApps();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

/**
 * Lets the browser ask for a page while this worker wakes. Firefox shows its own page where that call is refused, whatever the worker
 * answers; no feature tells of that, and an earlier version has enabled it there.
 */
async function setPreload(): Promise<void> {
  const preload = self.registration.navigationPreload;
  const isFirefox = /\bFirefox\//.test(navigator.userAgent);
  await (isFirefox ? preload?.disable() : preload?.enable())?.catch(() => {});
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    // Endpoints and the pages for builders are the network's alone; asked for here, as the browser may have begun already.
    const isScreen = !/^\/(api|dev)\//.test(pathname);
    event.respondWith(isScreen ? answerPage(event) : fromNetwork(event));
  } else if (/^\/(assets|fonts)\//.test(pathname)) {
    event.respondWith(answerFile(request, true));
  } else if (/^\/(icon|motif)[\w-]*\.(svg|png)$/.test(pathname)) {
    event.respondWith(answerFile(request, false));
  } else if (request.destination === 'image' && !pathname.startsWith('/api/')) {
    event.respondWith(answerPicture(event));
  }
});

/** What a page asks of its worker: `skip-waiting` once the reader wants the new version, `fetch-app` after a change of language. */
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  if (event.data === 'skip-waiting') event.waitUntil(self.skipWaiting());
  if (event.data === 'fetch-app') event.waitUntil(fetchApp().catch(() => {}));
  if (event.data === 'which-app') event.ports[0]?.postMessage(shellFiles);
});

// The network is back, and no page is open that would notice. The browser tries again later only where this fails.
self.addEventListener('sync', (event) => {
  const send = async () => {
    await sendWaitingScans();
    if ((await countWaitingScans()) > 0) throw new Error('scans still wait');
  };
  if (event.tag === syncTag) event.waitUntil(send());
});
