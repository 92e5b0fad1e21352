import type { AnalyticsEvent, EventType } from '../../../../contract/analytics.ts';
import { rememberedUser } from '../../device/own-device.ts';
import { asksForPrivacy } from '../../privacy.ts';
import { readKept, writeKept } from './kept-events.ts';
import type { Transaction } from './transactions.ts';

/** What an event tells about itself, as the contract names it. */
export type EventData = NonNullable<AnalyticsEvent['event_data']>;

const codeKey = 'holoholo.code';

/** Remembers for this tab the printed code that it was opened with or has scanned: what is done next comes of it. Never throws. */
export function noteCode(code: string | null): void {
  try {
    if (code && /^[\w-]{1,64}$/.test(code)) sessionStorage.setItem(codeKey, code);
  } catch {
    // Without storage its events name no code.
  }
}

/** The printed code that this tab's visit came by; undefined where there was none. */
export function notedCode(): string | undefined {
  try {
    return sessionStorage.getItem(codeKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Notes what a visitor did, unless they ask for privacy. It is kept on the device at once and sent a few seconds later, with
 * others, exactly once. Returns at once and never throws.
 * @param listingId the experience it is about.
 */
export function track(event_type: EventType, event_data: EventData = {}, listingId?: number): void {
  if (asksForPrivacy()) return;
  const kept = readKept();
  const event = {
    event_type,
    user_id: rememberedUser()?.id,
    business_listing_id: listingId,
    qr_code_id: notedCode(),
    event_data,
    timestamp: new Date().toISOString(),
  };
  writeKept({ ...kept, waiting: [...kept.waiting, event] });
  wake();
}

/** Sends what an earlier page left waiting on this device. */
export function sendKeptEvents(): void {
  const { waiting, batch } = readKept();
  if (batch || waiting.length) wake();
}

/** Says which transaction a followed booking link became, for its events that still wait. */
export function noteTransaction(transaction: Transaction): void {
  import('./browser-sender.ts').then((sender) => sender.noteTransaction(transaction)).catch(() => {});
}

function wake(): void {
  // Without a network the script cannot come either; the next event or page tries again.
  import('./browser-sender.ts').then(({ wakeSender }) => wakeSender()).catch(() => {});
}
