/** What the build puts into the worker (scripts/build-worker.ts). */
declare const buildVersion: string;
/** Addresses of the application's files that work without a network, by the language of their words. */
declare const shellFiles: Readonly<Record<string, readonly string[]>>;
/** A regular expression of the paths of screens that work without a network. */
declare const offlinePaths: string;

/** Parts of a service worker's world that TypeScript's own library does not describe yet. */
interface InstallEvent {
  /** Paths that never wake the worker. */
  addRoutes?(rule: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>;
}
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}
interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent;
}
