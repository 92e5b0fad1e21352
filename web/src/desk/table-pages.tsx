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

/** On to the next page, and back to the first; the browser's own way back leads to the one before. */
export const Pages = memo(({ next }: { next: string | null }) => {
  const address = useTableAddress();
  const isFirst = address.get('after') === null;
  if (isFirst && !next) return null;
  return (
    <nav aria-label={words.pages} className={styles.pages}>
      {!isFirst && (
        <ButtonLink look="plain" to={address.to({ after: null })}>
          {words.firstPage}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink look="plain" to={address.to({ after: next })}>
          {words.nextPage}
        </ButtonLink>
      )}
    </nav>
  );
});
