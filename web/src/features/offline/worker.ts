import { allCaches } from '../../device/device-caches.ts';
import { trustedScriptUrl } from '../../trusted-types.ts';

/** A worker of another build, installed and not yet at work. */
export type WaitingWorker = ServiceWorker;

const askAgainMs = 60 * 60_000;

/** The script this page was begun with: its name changes with every build. */
const ownScript = () =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.replace(location.origin, '') ?? '';

/**
 * Registers the worker and looks after it: asks for a new one when the page is seen again, and tells of one that waits.
 * @param wanted false where the operator has switched it off: what there is is taken away.
 */
export function keepWorker(wanted: boolean, onWaiting: (waiting: WaitingWorker) => void): () => void {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!container) return () => {};
  let registration: ServiceWorkerRegistration | undefined;
  let askedAt = Date.now();
  const tell = async (waiting: WaitingWorker) => {
    // A page that is of the new build already has nothing to load.
    if (await isBuildOf(waiting)) waiting.postMessage('skip-waiting');
    else onWaiting(waiting);
  };
  // Browsers whose owner forbids workers may answer with nothing at all.
  const watch = (one: ServiceWorkerRegistration | undefined) => {
    if (!one) return;
    registration = one;
    if (one.waiting && container.controller) void tell(one.waiting);
    one.addEventListener('updatefound', () => {
      const { installing } = one;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed' && container.controller) void tell(installing);
      });
    });
  };
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < askAgainMs) return;
    askedAt = Date.now();
    void registration?.update().catch(() => {});
  };
  // Where it is forbidden, or the network fails, the product works as it did before.
  if (wanted) container.register(trustedScriptUrl('/sw.js'), { updateViaCache: 'none' }).then(watch, () => {});
  else void removeWorker(container).catch(() => {});
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/** Takes the worker and all that was kept for use without a network off the device. */
async function removeWorker(container: ServiceWorkerContainer): Promise<void> {
  await (await container.getRegistration())?.unregister();
  const names = (await caches.keys()).filter((name) => name.startsWith(allCaches));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Whether a worker is of the same build as this page. */
async function isBuildOf(worker: WaitingWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<Record<string, string[]>>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, 2_000, {});
  });
  worker.postMessage('which-app', [port2]);
  return Object.values(await answer).some((files) => files.includes(ownScript()));
}

/**
 * Puts the new version to work and loads it into this page. Other tabs stay as they are until they are loaded again.
 * @param mayLoad asked once the version is at work: the one before may first have to end what it answers, and somebody go on typing.
 */
export function takeUpdate(waiting: WaitingWorker, mayLoad: () => boolean): void {
  const load = () => {
    if (mayLoad()) location.reload();
  };
  // Another tab may have put it to work already.
  if (waiting.state !== 'installed') load();
  navigator.serviceWorker.addEventListener('controllerchange', load, { once: true });
  waiting.postMessage('skip-waiting');
}
