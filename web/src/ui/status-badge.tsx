import type { ReactNode } from 'react';
import { Badge, type Tone } from './badge.tsx';
import { AlertIcon, CheckIcon } from './icons.tsx';
import { ClockIcon, CrossCircleIcon } from './more-icons.tsx';

/** `waits` for others, `asks` for the reader; `stopped` can go on, `over` cannot. */
const looks = {
  ok: ['ok', CheckIcon],
  done: ['plain', CheckIcon],
  waits: ['plain', ClockIcon],
  asks: ['warn', ClockIcon],
  over: ['plain', CrossCircleIcon],
  stopped: ['warn', CrossCircleIcon],
  refused: ['bad', CrossCircleIcon],
  odd: ['warn', AlertIcon],
  bad: ['bad', AlertIcon],
} as const satisfies Record<string, readonly [Tone, () => ReactNode]>;
export type StatusLook = keyof typeof looks;

/** A status as word, sign and colour. */
export function StatusBadge({ look, children }: { look: StatusLook; children: ReactNode }) {
  const [tone, Icon] = looks[look];
  return (
    <Badge tone={tone}>
      <Icon />
      {children}
    </Badge>
  );
}
