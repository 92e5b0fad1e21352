import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What becomes of the address: a value by name, null where it goes. */
type Change = Readonly<Record<string, string | null>>;

export interface TableAddress {
  get: (name: string) => string | null;
  /** The address after a change. What narrows or sorts a list leads to its first page, and closes what is open. */
  to: (change: Change) => string;
  /** Goes there. Of what is typed letter by letter the last stays in the history alone. */
  change: (change: Change, options?: { replace?: boolean }) => void;
}

const keepsPage = new Set(['open', 'after']);

/** What a list is asked, as the address says it, so that a reload finds the same: search, sort, filters, `after` and `open`. */
export function useTableAddress(): TableAddress {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const to = useCallback(
    (change: Change) => {
      const next = new URLSearchParams(query);
      if (Object.keys(change).some((name) => !keepsPage.has(name))) next.delete('after');
      if (!('open' in change)) next.delete('open');
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
      }
      return next.size > 0 ? `${pathname}?${next}` : pathname;
    },
    [query, pathname],
  );
  return {
    get: (name) => query.get(name),
    to,
    change: (change, { replace = false } = {}) => void navigate(to(change), { replace, preventScrollReset: true }),
  };
}
