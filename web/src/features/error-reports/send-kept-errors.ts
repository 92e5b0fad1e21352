import { browserApi, errorCode } from '../../api.ts';
import { keep, type Report, readKept } from './track-error.ts';

/** Sends what was kept when there was no way to send it; what the server will never take need not wait. */
export async function sendKeptErrors(): Promise<void> {
  const left: Report[] = [];
  for (const report of readKept()) {
    await browserApi('POST /api/errors/track', { body: report }).catch((error) => {
      if (errorCode(error) !== 'invalid_request') left.push(report);
    });
  }
  keep(left);
}
