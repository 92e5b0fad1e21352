import type { ReactNode } from 'react';
import type { LongWork, LongWorkState } from '../../../contract/work.ts';
import { longWork as words } from '../messages/en/long-work.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { AlertIcon, CheckIcon } from '../ui/icons.tsx';
import { ClockIcon, CrossCircleIcon } from '../ui/more-icons.tsx';

const looks: Record<LongWorkState, [Tone, () => ReactNode]> = {
  waiting: ['plain', ClockIcon],
  running: ['plain', ClockIcon],
  done: ['ok', CheckIcon],
  failed: ['bad', AlertIcon],
  cancelled: ['plain', CrossCircleIcon],
};

/** How a piece of long work stands. */
export function StateBadge({ state }: Pick<LongWork, 'state'>) {
  const [tone, Icon] = looks[state];
  return (
    <Badge tone={tone}>
      <Icon />
      {words.states[state]}
    </Badge>
  );
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
