import { deadlineMs } from './answer-in-time.ts';
import { offlineError } from './api.ts';

const notHad = (answer: Response): Error | Promise<Error> =>
  new Error(`${answer.url} is answered with ${answer.status}`);

/**
 * A file, read to its end. A slow network may take its time, one that brings nothing for ten seconds is dead.
 * @param refused what is thrown for an answer that is not the file
 * @throws ApiError `offline` where it is; other errors where the file cannot be had.
 */
export async function fetchAlive(address: string, init?: RequestInit, refused = notHad): Promise<Blob> {
  const call = new AbortController();
  const stop = () => call.abort();
  let silence = setTimeout(stop, deadlineMs);
  try {
    const answer = await fetch(address, { ...init, signal: call.signal });
    if (!answer.ok || !answer.body) throw await refused(answer);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
      parts.push(value);
      clearTimeout(silence);
      silence = setTimeout(stop, deadlineMs);
    }
  } catch (error) {
    throw call.signal.aborted ? offlineError() : error;
  } finally {
    clearTimeout(silence);
  }
}
