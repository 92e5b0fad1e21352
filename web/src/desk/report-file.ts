import type { Request } from '../../../contract/endpoint.ts';
import type { generateReport } from '../../../contract/platform-reports.ts';
import type { LongWork } from '../../../contract/work.ts';
import { deadlineMs } from '../answer-in-time.ts';
import { ApiError, offlineError, requestOf } from '../api.ts';
import { confirmed } from '../features/passkeys/confirmed.ts';
import { refusalOf } from '../refusal-of.ts';
import { saveBlob } from '../save-file.ts';

type Asked = Request<typeof generateReport>['body'];

/**
 * Has a report made, confirmed with a passkey where that is asked for, and saves it under the server's name.
 * @returns the long work by which it is made, where it takes too long to be waited for; null once it is saved
 * @throws ApiError as the api does
 */
export async function saveReport(asked: Asked): Promise<LongWork | null> {
  const made = await confirmed(() => fetchReport(asked));
  if ('id' in made) return made;
  saveBlob(made.file, made.name);
  return null;
}

async function fetchReport(body: Asked): Promise<{ name: string; file: Blob } | LongWork> {
  const [address, init] = requestOf('POST /api/reports/generate', { body });
  const call = new AbortController();
  const timer = setTimeout(() => call.abort(), deadlineMs);
  try {
    const response = await fetch(address, { ...init, signal: call.signal });
    if (!response.ok) throw await refusalOf(response);
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
