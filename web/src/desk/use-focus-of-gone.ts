import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Where what had the focus is gone with what stood around it, as a row or its buttons, the focus goes on.
 * @param next finds where to; given what stood around what has gone, from the inside.
 * @param shown other of it, or of `also`, is on screen by then.
 * @returns what is told of each focus
 */
export function useFocusOfGone(
  next: (around: readonly Element[]) => HTMLElement | null | undefined,
  shown: unknown,
  also?: unknown,
): (event: FocusEvent) => void {
  const last = useRef<readonly Element[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other of it is shown
  useEffect(() => {
    const [focused, ...around] = last.current;
    if (!focused || focused.isConnected || document.activeElement !== document.body) return;
    next(around)?.focus({ preventScroll: true });
  }, [shown, also]);
  return ({ target, currentTarget }) => {
    const around: Element[] = [];
    for (let one: Element | null = target; one && one !== currentTarget; one = one.parentElement) around.push(one);
    last.current = around;
  };
}
