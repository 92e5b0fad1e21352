import type { Request } from '../../../contract/endpoint.ts';
import type { generateReport } from '../../../contract/platform-reports.ts';
import type { LongWork } from '../../../contract/work.ts';
import { deadlineMs } from '../answer-in-time.ts';
import { ApiError, offlineError, requestOf, tellSessionEnd } from '../api.ts';
import { confirmed } from '../features/passkeys/confirmed.ts';

type Asked = Request<typeof generateReport>['body'];

/** Safari reads it after the click. */
const revokeAfterMs = 60_000;

/**
 * Has a report made, confirmed with a passkey where that is asked for, and saves it under the server's name.
 * @returns the long work by which it is made, where it takes too long to be waited for; null once it is saved
 * @throws ApiError as the api does
 */
export async function saveReport(asked: Asked): Promise<LongWork | null> {
  const made = await confirmed(() => fetchReport(asked));
  if ('id' in made) return made;
  const { name, file } = made;
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
  return null;
}

async function fetchReport(body: Asked): Promise<{ name: string; file: Blob } | LongWork> {
  const [address, init] = requestOf('POST /api/reports/generate', { body });
  const call = new AbortController();
  const timer = setTimeout(() => call.abort(), deadlineMs);
  try {
    const response = await fetch(address, { ...init, signal: call.signal });
    if (!response.ok) throw refusalOf(response, await response.json());
    if (response.status === 201) return (await response.json()) as LongWork;
    const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    // Whoever answers in our place names no file.
    if (name) return { name, file: await response.blob() };
  } catch (failure) {
    if (failure instanceof ApiError) throw failure;
  } finally {
    clearTimeout(timer);
  }
  throw offlineError();
}

function refusalOf({ status, headers }: Response, reply: ReturnType<typeof JSON.parse>): ApiError {
  if (reply.code === 'unauthenticated') tellSessionEnd();
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  return reply.code ? new ApiError(reply.code, status, reply.error, { retryAfterSeconds }) : offlineError();
}
