import { deadlineMs } from './answer-in-time.ts';
import { offlineError } from './api.ts';

/**
 * A script that somebody waits for. A browser may wait for one without end.
 * @throws ApiError `offline` where it does not come within ten seconds, or as many milliseconds as told; what the import fails with.
 */
export const importInTime = <T>(load: () => Promise<T>, milliseconds = deadlineMs): Promise<T> =>
  Promise.race([load(), new Promise<never>((_, reject) => setTimeout(() => reject(offlineError()), milliseconds))]);
