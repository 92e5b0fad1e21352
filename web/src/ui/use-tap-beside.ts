import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Tells of a dialog that a tap beside it is about to close it, which whoever hears it may prevent. */
export const tappedBeside = 'beside';

/**
 * What a dialog listens to so that a tap beside what it shows closes it. The tap must have begun there: words that are marked
 * with the finger or the mouse may be let go of anywhere.
 */
export function useTapBeside(close: () => void) {
  const began = useRef(false);
  const isBeside = ({ target, currentTarget }: MouseEvent) => target === currentTarget;
  return {
    onPointerDown: (event: PointerEvent) => {
      began.current = isBeside(event);
    },
    onClick: (event: MouseEvent) => {
      const told = new Event(tappedBeside, { bubbles: true, cancelable: true });
      if (began.current && isBeside(event) && event.currentTarget.dispatchEvent(told)) close();
    },
  };
}
