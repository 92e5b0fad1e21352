import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What a drawing has to itself, in CSS pixels. */
export interface Room {
  width: number;
  height: number;
  /** What is free at the right of it, for labels. */
  beside: number;
  /** The size of its letters. */
  letter: number;
}

/** Until it is measured, as on the server: that of a phone. */
const phone: Room = { width: 260, height: 240, beside: 98, letter: 13 };

/** The room of an element, now and whenever it changes. */
export function useRoom<E extends Element>(): [RefObject<E | null>, Room] {
  const element = useRef<E>(null);
  const [room, setRoom] = useState(phone);
  useLayoutEffect(() => {
    const one = element.current;
    if (!one) return;
    const measure = () => {
      const { width, height, right } = one.getBoundingClientRect();
      const around = one.closest('figure')!.getBoundingClientRect();
      const letter = Number.parseFloat(getComputedStyle(one).fontSize);
      const next = { width, height, beside: around.right - right, letter };
      // Hidden, it has none.
      if (width > 0)
        setRoom((now) => (Object.entries(next).every(([k, v]) => now[k as keyof Room] === v) ? now : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return [element, room];
}
