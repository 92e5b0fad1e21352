import { type Engine, withFallback } from './engine.ts';
import { findNativeEngine } from './native-engine.ts';
import { loadQrEngine } from './qr-engine.ts';
import { startZxingEngine } from './zxing-engine.ts';

/** What the choice depends on. */
export interface EngineSources {
  findNative(): Promise<Engine | null>;
  loadQr(): Promise<Engine>;
  startZxing(): Promise<Engine>;
  /** Calls back when the page has nothing better to do. */
  whenIdle(callback: () => void): void;
  isSavingData(): boolean;
}

/**
 * The device's own reader if it has one. Else the small one at once, replaced by the strong one as soon as the page is
 * idle and that has been loaded, unless data is being saved.
 * @param use called with the first engine, and again with a better one; with null if none can be loaded.
 * @returns the way to end the choice and close what it chose.
 */
export function chooseEngine(
  use: (engine: Engine | null) => void,
  sources: EngineSources = browserSources,
): () => void {
  let isOver = false;
  let chosen: Engine | null = null;
  const choose = (engine: Engine) => {
    if (isOver) {
      engine.close?.();
      return;
    }
    chosen = engine;
    use(engine);
  };

  const run = async () => {
    const native = await sources.findNative();
    if (native) return choose(withFallback(native, sources.loadQr));
    const small = await sources.loadQr();
    choose(small);
    if (isOver || sources.isSavingData()) return;
    sources.whenIdle(async () => {
      if (isOver) return;
      try {
        choose(withFallback(await sources.startZxing(), async () => small));
      } catch {
        // The small one goes on.
      }
    });
  };
  run().catch(() => {
    if (!isOver) use(null);
  });

  return () => {
    isOver = true;
    chosen?.close?.();
  };
}

const browserSources: EngineSources = {
  findNative: findNativeEngine,
  loadQr: loadQrEngine,
  startZxing: startZxingEngine,
  whenIdle: (callback) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(callback, { timeout: 3_000 });
    else setTimeout(callback, 1_000);
  },
  isSavingData: () => {
    // Network Information is missing from some browsers and from TypeScript's library.
    const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
    return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
  },
};
