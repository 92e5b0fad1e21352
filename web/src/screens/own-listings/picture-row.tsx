import { type ReactNode, useEffect, useRef } from 'react';
import { ownListingsDesk } from '../../messages/en/own-listings-desk.ts';
import { Button } from '../../ui/button.tsx';
import styles from './own-pictures.module.css';

const words = ownListingsDesk.pictures;

interface PictureRowProps {
  url: string;
  /** What it shows. */
  text: string;
  /** Where it stands, from 0, and of how many. */
  at: number;
  of: number;
  /** The id of the button that removes it. */
  removedBy: string;
  onMove: (to: number) => void;
  onRemove: () => void;
  children: ReactNode;
}

/** One picture in its order: worded, moved and removed. */
export function PictureRow({ url, text, at, of, removedBy, onMove, onRemove, children }: PictureRowProps) {
  const pressed = useRef<HTMLElement>(null);
  // What is put elsewhere loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each move
  useEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [at]);
  const mover = (to: number, label: string) => {
    const isEnd = to < 0 || to >= of;
    return (
      <Button
        look="quiet"
        busy={isEnd}
        onClick={({ currentTarget }) => {
          if (isEnd) return;
          pressed.current = currentTarget;
          onMove(to);
        }}
      >
        {label}
      </Button>
    );
  };
  return (
    <li className={styles.row}>
      <img src={url} alt={words.numbered(at + 1, text || null)} width={240} height={160} loading="lazy" />
      <div>
        {children}
        <div className={styles.deeds}>
          {mover(at - 1, words.earlier(at + 1))}
          {mover(at + 1, words.later(at + 1))}
          <Button id={removedBy} look="quiet" onClick={onRemove}>
            {words.remove(at + 1)}
          </Button>
        </div>
      </div>
    </li>
  );
}
