import { type TouchEvent, useRef } from 'react';

const thresholdPx = 50;

/** Calls back for a finger that moved down by more than 50 px, unless it was scrolling or gestures are off. */
export function useSwipeDown(onSwipe: () => void) {
  const start = useRef<{ y: number; scrolled: boolean } | null>(null);
  return {
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      const y = event.touches[0]?.clientY ?? 0;
      const isSingle = event.touches.length === 1;
      start.current = isSingle ? { y, scrolled: event.currentTarget.scrollTop > 0 } : null;
    },
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      const began = start.current;
      start.current = null;
      if (!began || began.scrolled || document.documentElement.dataset.gestures === 'off') return;
      if ((event.changedTouches[0]?.clientY ?? 0) - began.y > thresholdPx) onSwipe();
    },
  };
}
