/** How long the server's answer is waited for, in milliseconds, where the device has something to show in its place. */
export const liveAnswerTimeoutMs = 3_000;

/** How long a call may take, in milliseconds, to the last byte of its answer. What takes longer counts as no answer. */
export const deadlineMs = 10_000;

/** The same for a page that begins without a network, from when it was asked for: its screen says within ten seconds what is the matter. */
export const beginningDeadlineMs = 8_000;

/** How long the service worker waits for a page of which the device has nothing: so that a call can still be made in its place. */
export const pageTimeoutMs = 7_000;

/** The same for a file that the service worker fetches while nobody waits for it, so that a slow network still brings it whole. */
export const backgroundDeadlineMs = 60_000;

/** What is said while the server is away: by itself, and by gateways, some with numbers of their own. */
export const leastAwayStatus = 502;

/** An answer, or undefined where it takes longer than so many milliseconds. @throws what the answer fails with, in that time. */
export const answerInTime = <T>(answer: Promise<T>, milliseconds = liveAnswerTimeoutMs): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))]);
