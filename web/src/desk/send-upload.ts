import type { Upload, UploadPurpose } from '../../../contract/uploads.ts';
import { ApiError, offlineError, ofShownAccount, tellSessionEnd } from '../api.ts';

/** A file that the server has taken, until a form that names it is sent. */
export type SentFile = Pick<Upload, 'id' | 'name' | 'bytes'> & Partial<Pick<Upload, 'media_type'>>;

interface Sending {
  /** Told how many bytes have left. */
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

/** Without any progress for so long, the network is taken for gone. */
const stallMs = 30_000;

/**
 * Sends a file for a purpose. By XMLHttpRequest: `fetch` does not tell how much has left.
 * @throws ApiError as the api does, `offline` where no answer of ours came; the reason of `signal` where that called it off.
 */
export function sendUpload(purpose: UploadPurpose, file: File, { onProgress, signal }: Sending): Promise<SentFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const stop = () => request.abort();
    const wait = () => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, stallMs);
    };
    request.upload.onprogress = ({ loaded }) => {
      wait();
      onProgress(Math.min(loaded, file.size));
    };
    request.onloadend = () => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', stop);
      if (signal.aborted) return reject(signal.reason);
      const reply = read(request.responseText);
      if (request.status >= 200 && request.status < 300 && reply.id) return resolve(reply as SentFile);
      if (reply.code === 'unauthenticated') tellSessionEnd();
      const retryAfterSeconds = Number(request.getResponseHeader('retry-after')) || undefined;
      reject(
        reply.code ? new ApiError(reply.code, request.status, reply.error, { retryAfterSeconds }) : offlineError(),
      );
    };
    signal.addEventListener('abort', stop);
    const body = new FormData();
    body.append('file', file);
    request.open('POST', `/api/uploads/${purpose}`);
    for (const [name, value] of Object.entries(ofShownAccount('POST'))) request.setRequestHeader(name, value);
    request.send(body);
    wait();
  });
}

/** What it says, as far as it is JSON: a gateway's page is no answer of ours. */
function read(text: string): ReturnType<typeof JSON.parse> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
