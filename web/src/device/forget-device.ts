import { forgetSeen } from './device-caches.ts';
import { emptyOutbox } from './outbox-store.ts';
import { isRemembered } from './own-device.ts';

/** Forgets what lies outside the storages: places, packs, pictures, scans that wait; and what others' entries that wait tell of them. The application itself stays. */
export async function forgetDevice(): Promise<void> {
  forgetWaiting();
  await Promise.all([forgetSeen(), emptyOutbox()]);
}

interface WaitingEvent {
  user_id?: string;
  event_data?: Record<string, unknown>;
}

/**
 * A followed link goes as a whole: it carries its user's click id, without which the server could count it twice. An event is
 * of use to the figures without whose it was; a batch that tells of its user has been sent, and in another form the server would
 * refuse it. Never throws.
 */
function forgetWaiting(): void {
  change<{ userId: string }[]>('holoholo.conversions', (links) => links.filter(({ userId }) => isRemembered(userId)));
  change<{ waiting: WaitingEvent[]; batch?: { events: WaitingEvent[] } }>('holoholo.events', ({ waiting, batch }) => ({
    waiting: waiting.map(anonymous),
    batch: batch?.events.every((event) => anonymous(event) === event) ? batch : undefined,
  }));
}

function anonymous(event: WaitingEvent): WaitingEvent {
  if (!event.user_id || isRemembered(event.user_id)) return event;
  const {
    user_id: _user,
    event_data: { experience_name: _name, transaction_id: _id, ...event_data } = {},
    ...rest
  } = event;
  return { ...rest, event_data };
}

/** Rewrites an entry; one that cannot be read is removed, as is an empty list. */
function change<T>(key: string, rewrite: (entry: T) => T): void {
  try {
    const text = localStorage.getItem(key);
    if (!text) return;
    localStorage.removeItem(key);
    const entry = rewrite(JSON.parse(text));
    if (!Array.isArray(entry) || entry.length > 0) localStorage.setItem(key, JSON.stringify(entry));
  } catch {
    // It is gone, or there is no storage.
  }
}
