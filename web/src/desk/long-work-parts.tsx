import type { LongWork } from '../../../contract/work.ts';
import { longWork as words } from '../messages/en/long-work.ts';
import { StatusBadge } from '../ui/status-badge.tsx';

const looks = { waiting: 'waits', running: 'waits', done: 'ok', failed: 'bad', cancelled: 'over' } as const;

/** How a piece of long work stands. */
export function StateBadge({ state }: Pick<LongWork, 'state'>) {
  return <StatusBadge look={looks[state]}>{words.states[state]}</StatusBadge>;
}

/** How far it is, in words. */
export const progressOf = ({ progress: { done, total } }: Pick<LongWork, 'progress'>): string =>
  total === null ? words.steps(done) : words.progress(done, total);

/** Its file, or why there is none. */
export function outcomeOf({ problem, result, state }: LongWork): string {
  if (problem) return words.problems[problem];
  return result?.name ?? (state === 'done' ? words.fileGone : words.noOutcome);
}

/** Whether nothing more comes of it. */
export const isOver = ({ state }: Pick<LongWork, 'state'>): boolean => state !== 'waiting' && state !== 'running';
