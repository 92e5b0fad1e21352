/** How long the server's answer is waited for, in milliseconds, where the device has something to show in its place. */
export const liveAnswerTimeoutMs = 3_000;

/** An answer, or undefined where it takes longer than `liveAnswerTimeoutMs`. @throws what the answer fails with, in that time. */
export const answerInTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, liveAnswerTimeoutMs))]);
