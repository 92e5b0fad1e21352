import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { PlacedListing } from '../../../../contract/own-places.ts';
import { ownPlaces as words } from '../../messages/en/own-places-desk.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import styles from './portal.module.css';

interface ListingRowProps {
  row: PlacedListing;
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
  onTurn: () => void;
}

/** One listing of a place: moved by its handle or its buttons, hidden and shown. */
export function ListingRow({ row, at, of, number, hint, isDragged, onGrip, onMove, onTurn }: ListingRowProps) {
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
  const { name, subcategory, category, is_hidden } = row;
  return (
    <li
      className={`${list.row} ${styles.placed}`}
      data-dragged={isDragged || undefined}
      data-hidden={is_hidden || undefined}
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
        <p className={list.note}>{subcategory ?? category}</p>
        {is_hidden && <Badge>{words.hidden}</Badge>}
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
        <Button look="quiet" aria-label={words.named(is_hidden ? words.show : words.hide, name)} onClick={onTurn}>
          {is_hidden ? words.show : words.hide}
        </Button>
      </div>
    </li>
  );
}
