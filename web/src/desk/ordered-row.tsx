import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { orderedRows as words } from '../messages/en/ordered-rows.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import list from '../ui/list.module.css';
import styles from './ordered-rows.module.css';

interface OrderedRowProps {
  name: string;
  /** What stands below the name. */
  note: ReactNode;
  /** Whether it is there and not shown. */
  isHidden: boolean;
  /** Where it stands, from 0, and of how many. */
  at: number;
  of: number;
  /** Which one it is for guests, from 1; null where it is hidden. */
  number: number | null;
  /** The id of what explains the keys of its handle. */
  hint: string;
  isDragged: boolean;
  /** Begins to drag it. */
  onGrip: (event: PointerEvent<HTMLElement>) => void;
  onMove: (to: number) => void;
  /** Its buttons beside those that move it. */
  children: ReactNode;
}

/** One row of an order: moved by its handle, by keys on that, or by its buttons. */
export function OrderedRow(props: OrderedRowProps) {
  const { name, note, isHidden, at, of, number, hint, isDragged, onGrip, onMove, children } = props;
  const pressed = useRef<HTMLElement>(null);
  // A row that has moved takes the focus along, which the browser takes from what is put elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each move
  useEffect(() => {
    pressed.current?.focus({ preventScroll: true });
    if (isDragged) return;
    pressed.current?.scrollIntoView({ block: 'nearest' });
    pressed.current = null;
  }, [at, isDragged]);
  const move = (to: number, by: HTMLElement) => {
    pressed.current = by;
    onMove(to);
  };
  const byKey = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: of - 1 }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(to, event.currentTarget);
  };
  return (
    <li
      className={`${list.row} ${styles.placed}`}
      data-dragged={isDragged || undefined}
      data-hidden={isHidden || undefined}
    >
      <button
        type="button"
        className={styles.grip}
        aria-label={words.handle(name, at + 1, of)}
        aria-describedby={hint}
        onKeyDown={byKey}
        onPointerDown={(event) => {
          pressed.current = event.currentTarget;
          onGrip(event);
        }}
      >
        <Icon d="M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1" />
      </button>
      <span className={styles.number} aria-hidden="true">
        {number === null ? '–' : words.number(number)}
      </span>
      <div className={list.words}>
        <p className={list.name}>{name}</p>
        {note}
      </div>
      <div className={styles.deeds}>
        <Button
          look="quiet"
          aria-label={words.named(words.up, name)}
          busy={at === 0}
          onClick={({ currentTarget }) => at > 0 && move(at - 1, currentTarget)}
        >
          {words.up}
        </Button>
        <Button
          look="quiet"
          aria-label={words.named(words.down, name)}
          busy={at === of - 1}
          onClick={({ currentTarget }) => at < of - 1 && move(at + 1, currentTarget)}
        >
          {words.down}
        </Button>
        {children}
      </div>
    </li>
  );
}
