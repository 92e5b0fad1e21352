import type { recordConversion } from '../../../../contract/bookings.ts';
import type { Request } from '../../../../contract/endpoint.ts';

export type ConversionBody = Request<typeof recordConversion>['body'];

/** A followed booking link that the server may not know of yet. */
export interface WaitingReport {
  id: string;
  /** Whose it is: sent only while they are signed in. */
  userId: string;
  body: ConversionBody;
}

/** Where a device keeps them. */
export const queueKey = 'holoholo.conversions';
const mostWaiting = 50;
/** A visit earns credit for 30 days; what is older tells nobody anything. */
const longestWaitMs = 30 * 86_400_000;

/**
 * Reports that wait on the device, shared by its tabs. Where the storage is full or forbidden they wait in this page only;
 * nothing here ever throws.
 */
export function createConversionQueue(storage: () => Storage, now: () => number) {
  let unsaved: WaitingReport[] = [];

  const stored = (): WaitingReport[] => {
    try {
      const found: unknown = JSON.parse(storage().getItem(queueKey) ?? '[]');
      return Array.isArray(found) ? found.filter(isRecent) : [];
    } catch {
      return [];
    }
  };
  const isRecent = (report: Partial<WaitingReport> | null) =>
    typeof report?.id === 'string' && now() - Date.parse(report.body?.conversion_timestamp ?? '') < longestWaitMs;
  const store = (reports: WaitingReport[]) => {
    if (reports.length > 0) storage().setItem(queueKey, JSON.stringify(reports));
    else storage().removeItem(queueKey);
  };

  return {
    add(report: WaitingReport): void {
      try {
        store([...stored(), report].slice(-mostWaiting));
      } catch {
        unsaved = [...unsaved, report].slice(-mostWaiting);
      }
    },
    /** Tries again with what the device had no room for. @returns whether all that waits outlives this page. */
    keepUnsaved(): boolean {
      if (unsaved.length === 0) return true;
      try {
        store([...stored(), ...unsaved].slice(-mostWaiting));
        unsaved = [];
        return true;
      } catch {
        return false;
      }
    },
    remove(id: string): void {
      unsaved = unsaved.filter((report) => report.id !== id);
      try {
        const before = stored();
        const after = before.filter((report) => report.id !== id);
        if (after.length < before.length) store(after);
      } catch {
        // It stays and is sent again, which the server takes for the same click.
      }
    },
    /** The oldest report of a user. */
    next: (userId: string): WaitingReport | undefined =>
      [...stored(), ...unsaved].find((report) => report.userId === userId),
  };
}
