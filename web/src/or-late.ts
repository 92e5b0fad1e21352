/**
 * Milliseconds. Longer than `kept` nobody waits for what is on the device already; what says nothing for as long as `other`
 * does not come.
 */
export const patienceMs = { kept: 3_000, other: 10_000 };

/** An answer, or undefined where it takes longer than one waits for it. @throws what the answer fails with, in that time. */
export const orLate = <T>(answer: Promise<T>, milliseconds = patienceMs.kept): Promise<T | undefined> =>
  Promise.race([answer, new Promise<undefined>((resolve) => setTimeout(resolve, milliseconds))]);
