import { ApiError, browserApi, isFinal } from '../../api.ts';
import { cutReport, keep, type Report, readKept } from './track-error.ts';

/** Sends what was kept when there was no way to send it; what the server will never take, or cannot be read, need not wait. */
export async function sendKeptErrors(): Promise<void> {
  const left: Report[] = [];
  for (const report of readKept()) {
    try {
      await browserApi('POST /api/errors/track', { body: cutReport(report) });
    } catch (error) {
      if (error instanceof ApiError && !isFinal(error.status)) left.push(report);
    }
  }
  keep(left);
}
