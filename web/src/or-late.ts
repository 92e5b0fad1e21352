/** Longer than that nobody waits for what is on the device already. */
const patienceMs = 3_000;

/** An answer, or undefined where it takes longer than one waits for it. @throws what the answer fails with, in that time. */
export const orLate = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))]);
