import { memo, useEffect, useRef } from 'react';
import { desk as words } from '../messages/en/desk.ts';
import { ButtonLink } from '../ui/button.tsx';
import styles from './data-table.module.css';
import { useTableAddress } from './table-address.ts';

/** Another page begins at its first row, for those who read on and for those who listen. */
export function useFocusOfPage(table: { current: HTMLElement | null }, after: string | null): void {
  const before = useRef(after);
  useEffect(() => {
    if (after === before.current) return;
    before.current = after;
    table.current?.focus({ preventScroll: true });
    table.current?.scrollIntoView({ block: 'nearest' });
  }, [table, after]);
}

interface PagesProps {
  next: string | null;
  /** Under which name the address has where a page begins. */
  name?: string;
  /** What they are called, where the screen has pages of another list. */
  label?: string;
}

/** On to the next page, and back to the first; the browser's own way back leads to the one before. */
export const Pages = memo(({ next, name = 'after', label = words.pages }: PagesProps) => {
  const address = useTableAddress();
  const isFirst = address.get(name) === null;
  if (isFirst && !next) return null;
  return (
    <nav aria-label={label} className={styles.pages}>
      {!isFirst && (
        <ButtonLink look="plain" to={address.to({ [name]: null })}>
          {words.firstPage}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink look="plain" to={address.to({ [name]: next })}>
          {words.nextPage}
        </ButtonLink>
      )}
    </nav>
  );
});
