import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { moved } from './moved.ts';

interface DraggedProps<Row> {
  rows: readonly Row[];
  /** Whether nothing moves for now. */
  isHeld: boolean;
  /** Told of each new order while something is dragged, and of the one before where it is given up by Escape. */
  onOrder: (rows: readonly Row[]) => void;
  /** Told where it was dropped elsewhere. */
  onDropped: (rows: readonly Row[], id: number) => void;
}

interface Dragged {
  /** Of the rows; around it there is nothing but them. */
  list: RefObject<HTMLOListElement | null>;
  /** Which one is dragged. */
  id: number | null;
  /** For the handle of a row. */
  begin: (id: number) => (event: PointerEvent<HTMLElement>) => void;
}

/** So near to the edge of the screen the page scrolls on, by so much each time that the pointer moves. */
const edge = 72;
const step = 14;

/** Rows that are dragged by a handle, with a mouse, a pen or a finger; the others make room as it passes them. */
export function useDragged<Row extends { id: number }>({
  rows,
  isHeld,
  onOrder,
  onDropped,
}: DraggedProps<Row>): Dragged {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<readonly Row[]>(rows);
  const [id, setId] = useState<number | null>(null);
  const latest = useRef({ rows, onOrder, onDropped });
  useLayoutEffect(() => {
    latest.current = { rows, onOrder, onDropped };
  });
  // Of the window: the browser lets go of a handle that is put elsewhere with its row.
  useEffect(() => {
    if (id === null) return;
    const move = ({ clientY }: globalThis.PointerEvent) => {
      if (clientY < edge) scrollBy(0, -step);
      else if (clientY > innerHeight - edge) scrollBy(0, step);
      const { rows, onOrder } = latest.current;
      const from = rows.findIndex((row) => row.id === id);
      const to = indexAt(list.current!, from, clientY);
      if (to !== from) onOrder(moved(rows, from, to));
    };
    const drop = () => {
      setId(null);
      const { rows, onDropped } = latest.current;
      if (rows !== before.current) onDropped(rows, id);
    };
    const giveUp = () => {
      setId(null);
      latest.current.onOrder(before.current);
    };
    const byKey = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && giveUp();
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', giveUp);
    addEventListener('keydown', byKey);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', giveUp);
      removeEventListener('keydown', byKey);
    };
  }, [id]);
  const begin = (of: number) => (event: PointerEvent<HTMLElement>) => {
    if (isHeld || event.button !== 0) return;
    // It would choose the words beside it.
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    before.current = rows;
    setId(of);
  };
  return { list, id, begin };
}

/** Where a dragged row belongs: past each row that the pointer is over so far that it is over the dragged one once they have changed places. */
function indexAt(list: HTMLElement, from: number, y: number): number {
  const boxes = [...list.children].map((row) => row.getBoundingClientRect());
  const { height } = boxes[from]!;
  const isAbove = ({ top, bottom }: DOMRect) => y < Math.min(top + height, bottom);
  const isBelow = ({ top, bottom }: DOMRect) => y > Math.max(bottom - height, top);
  let to = from;
  while (to > 0 && isAbove(boxes[to - 1]!)) to--;
  if (to < from) return to;
  while (to < boxes.length - 1 && isBelow(boxes[to + 1]!)) to++;
  return to;
}
