import { hash } from 'node:crypto';

/** What the reports of one fault have in common. */
export interface Fingerprint {
  /** The same for all of them: a uuid made of the rest. */
  id: string;
  kind: string;
  place: string | null;
  /** The message without what differs from one time to the next. */
  pattern: string;
}

/**
 * What a report is a report of: its kind, its message without numbers and ids, and the file of ours that it happened in. Lines, columns
 * and the build's hashes are left out, as they change with every build.
 */
export function fingerprintOf(report: {
  error_type?: string | null | undefined;
  message: string | null;
  stack?: string | null | undefined;
}): Fingerprint {
  const kind = (report.error_type || 'error').slice(0, 60);
  const pattern = patternOf(report.message ?? '');
  const place = placeIn(report.stack ?? '');
  const digest = hash('sha256', JSON.stringify([kind, pattern, place]));
  const id = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 20)}-${digest.slice(20, 32)}`;
  return { id, kind, place, pattern };
}

/** A message with `#` for each id and number in it, also those within a word. */
export function patternOf(message: string): string {
  return message
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '#')
    .replace(/\b(?=[a-z_-]*\d)[\w-]{16,}/gi, '#')
    .replace(/\b(?:0x)?(?=[a-f]*\d)[0-9a-f]{8,}\b/gi, '#')
    .replace(/\d+(?:[.,]\d+)*/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed();
}

/** The first file that a stack names, without its origin, the build's hash, line and column. */
export function placeIn(stack: string): string | null {
  for (const line of stack.split('\n')) {
    const address = line.match(/(?:\(|@|at |^\s*)((?:https?:\/\/|\/)[^\s()]+?):\d+(?::\d+)?\)?\s*$/)?.[1];
    if (!address) continue;
    const path = address.replace(/^https?:\/\/[^/]+/, '').replace(/[?#].*$/, '');
    return path
      .replace(/-[\w-]{8}(?=\.\w+$)/, '')
      .slice(0, 200)
      .toWellFormed();
  }
  return null;
}
