import type { FloorBrowser } from '../../scripts/floor/browser-floor.ts';
import { readCompatData, readFeatures } from '../../scripts/floor/compat-data.ts';
import { callOf } from './engine.ts';

/** Owner, name, and whether it is the owner's own. Null owns what is global. */
type Taken = [owner: string | null, name: string, isStatic: boolean];

/** All that a browser's floor version lacks: members first, as the globals lead to them. */
export function lackedByFloorOf(browser: FloorBrowser): Taken[] {
  const lacked = readFeatures(readCompatData()).filter((one) => one.lackedBy.includes(browser));
  const taken = lacked.map(({ owner, name, isStatic }): Taken => [owner, name, isStatic]);
  return [...taken.filter(([owner]) => owner !== null), ...taken.filter(([owner]) => owner === null)];
}

/**
 * A script for the begin of every page and of the worker: reports what goes wrong there to `reportPath`, and takes away what is
 * named.
 */
export const preludeOf = (taken: readonly Taken[], reportPath: string): string => callOf(begin, [...taken], reportPath);

function begin(taken: Taken[], reportPath: string): void {
  const world = globalThis as never as Record<string, Record<string, unknown> | undefined>;
  const send = fetch;
  const tell = (problem: string) => {
    send(reportPath, { method: 'POST', body: `${location.pathname}: ${problem}`, keepalive: true }).catch(() => {});
  };
  const { error: log } = console;
  console.error = (...words: unknown[]) => {
    tell(`console: ${words.map(String).join(' ')}`);
    log.apply(console, words);
  };
  // What could not be loaded is known by the door's answers; a page that is left gives loads up, and some browsers call that an error.
  addEventListener('error', ({ message }) => tell(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => tell(`unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`policy: ${violatedDirective} ${blockedURI}`),
  );
  const unnamed: Record<string, unknown> = {
    TypedArray: Object.getPrototypeOf(Uint8Array),
    Iterator: { prototype: Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) },
  };
  const ownerOf = (name: string) => unnamed[name] ?? world[name] ?? world.Intl?.[name] ?? world.WebAssembly?.[name];
  for (const [owner, name, isStatic] of taken) {
    const maker = owner === null ? world : ownerOf(owner);
    const holder = owner === null || isStatic ? maker : (maker as { prototype?: object } | undefined)?.prototype;
    if (holder) Reflect.deleteProperty(holder, name);
  }
}
