import { type RefObject, useEffect, useRef } from 'react';

/** For the chosen one of a row that scrolls sideways: brings it into the row's sight, again with each choice, and moves nothing else. */
export function useInSight<E extends HTMLElement>(choice: string | undefined): RefObject<E | null> {
  const chosen = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each choice
  useEffect(() => {
    const row = chosen.current?.closest('ul');
    if (!row) return;
    const one = chosen.current!.getBoundingClientRect();
    const sight = row.getBoundingClientRect();
    const room = Number.parseFloat(getComputedStyle(row).paddingInlineStart);
    const past = one.right + room - sight.right;
    const before = one.left - room - sight.left;
    row.scrollLeft += before < 0 ? before : Math.max(0, past);
  }, [choice]);
  return chosen;
}
