/** An answer of another server that is not what was asked for. */
export class FeedFailure extends Error {
  /** Seconds after which the server wants to be asked again, where it says so. */
  readonly waitSeconds: number | undefined;
  constructor(words: string, waitSeconds?: number) {
    super(words);
    this.waitSeconds = waitSeconds;
  }
}

/** Of a whole page of events, with room to spare. */
const mostBytes = 8 * 1024 * 1024;
const deadlineMs = 15_000;

/**
 * Asks another server for JSON, to the end of its answer, within a deadline and no larger than is agreed; follows no redirect, which
 * would carry our key elsewhere.
 * @param ending ends it before.
 * @throws FeedFailure
 */
export async function fetchJson(
  address: string,
  headers: Record<string, string>,
  now: Date,
  ending?: AbortSignal,
): Promise<unknown> {
  const late = AbortSignal.timeout(deadlineMs);
  const signal = ending ? AbortSignal.any([late, ending]) : late;
  try {
    const response = await fetch(address, { headers, signal, redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      throw new FeedFailure(`it answers ${response.status}`, waitOf(response.headers, now));
    }
    return JSON.parse(await readBounded(response));
  } catch (error) {
    if (error instanceof FeedFailure) throw error;
    if (error instanceof SyntaxError) throw new FeedFailure('its answer is no JSON');
    throw new FeedFailure(late.aborted ? 'it does not answer in time' : 'it cannot be reached');
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new FeedFailure('its answer is too large');
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

/** `Retry-After` in seconds or as a date, else when the limit's window is over. */
function waitOf(headers: Headers, now: Date): number | undefined {
  const after =
    headers.get('retry-after') ??
    headers.get('ratelimit-reset') ??
    /\bt=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1];
  if (!after) return undefined;
  const seconds = /^\d{1,9}$/.test(after.trim()) ? Number(after) : (Date.parse(after) - now.getTime()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
