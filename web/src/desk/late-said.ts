import type { Said } from './use-change.tsx';

interface Late {
  /** Whose it is, and nobody else's. */
  userId: string | undefined;
  /** `isAnswer` where it answers a press of just before: said where that leads to. */
  said: readonly { words: Said; isAnswer: boolean }[];
  /** Whether its screen is scrolled to it. */
  intoView: boolean;
  /** Another number each time that something is said. */
  turn: number;
}

export const noneLate: Late = { userId: undefined, said: [], intoView: false, turn: 0 };
let late = noneLate;
const listeners = new Set<() => void>();

/** What is said at whatever desk is on screen. */
export const lateNow = (): Late => late;

export function putLate(next: Late): void {
  late = next;
  for (const listener of listeners) listener();
}

export const subscribeLate = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** It is in sight by now: another desk is not scrolled to it. */
export function noteInView(): void {
  late = { ...late, intoView: false };
}

/** What the last press came to is no news any more once the next begins. What came late stays until it is put away. */
export function dropAnswers(): void {
  const said = late.said.filter(({ isAnswer }) => !isAnswer);
  if (said.length < late.said.length) putLate({ ...late, said });
}
