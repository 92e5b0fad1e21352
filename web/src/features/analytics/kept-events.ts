import type { AnalyticsEvent } from '../../../../contract/analytics.ts';

/** Events that are sent together, under the key they keep until the server has answered. */
export interface Batch {
  key: string;
  /** When it was put together, in milliseconds. */
  at: number;
  events: AnalyticsEvent[];
}

/** What waits on the device: events, oldest first, and the batch that is being sent. One entry, so that no event is in both. */
export interface Kept {
  waiting: AnalyticsEvent[];
  batch?: Batch;
}

const key = 'holoholo.events';
const mostWaiting = 500;

/** Where the storage is full or forbidden, what waits is held by this page alone. */
let held: Kept | undefined;

/** What waits on the device. Never throws. */
export function readKept(): Kept {
  if (held) return held;
  try {
    const found: Kept | null = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (Array.isArray(found?.waiting)) return found;
  } catch {
    // Nothing that can be read.
  }
  return { waiting: [] };
}

/** Keeps this instead, the newest 500 events of it. Never throws. */
export function writeKept({ waiting, batch }: Kept): void {
  const kept = { waiting: waiting.slice(-mostWaiting), batch };
  try {
    if (batch || waiting.length) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
    held = undefined;
  } catch {
    held = kept;
  }
}
