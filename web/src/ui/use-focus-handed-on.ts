import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a button that goes away once what it asks for has come: what stands by it takes the focus, which the page as a whole would
 * have. Not where the focus is elsewhere by then.
 * @param shown what is on screen; another after the press is what was asked for.
 * @returns `heir`, the ref of what takes the focus; `handOn`, to be called when the button is pressed or its work is done.
 */
export function useFocusHandedOn<T extends HTMLElement>(
  shown: unknown,
): { heir: RefObject<T | null>; handOn: () => void } {
  const heir = useRef<T>(null);
  const isDue = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing shown is what was waited for
  useEffect(() => {
    if (isDue.current && document.activeElement === document.body) heir.current?.focus({ preventScroll: true });
    isDue.current = false;
  }, [shown]);
  return {
    heir,
    handOn: () => {
      isDue.current = true;
    },
  };
}
