import { useEffect, useMemo, useRef } from 'react';
import { type Location, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router';
import { withQuery } from '../with-query.ts';
import type { DeskLoaded } from './desk-loader.ts';

/** What becomes of the address: a value by name, null where it goes. */
type Change = Readonly<Record<string, string | null>>;

export interface TableAddress {
  /** What the list that is shown was asked, as a query. */
  query: URLSearchParams;
  /** What the list that is shown was asked. */
  get: (name: string) => string | null;
  /** What was asked for last: of the list that is shown, or of one that is still loading. Fields say this. */
  asked: (name: string) => string | null;
  /**
   * The address after a change. What narrows or sorts a list leads to its first page, and closes what is open; a form in its place
   * (`new`) stays until another is opened there, or none.
   */
  to: (change: Change) => string;
  /** Goes there. Of what is typed letter by letter the last stays in the history alone. */
  change: (change: Change, options?: { replace?: boolean }) => void;
}

/** What the history keeps of a row that was opened in its list. */
export interface FromList {
  isFromList: true;
}

/** Under this name the address has the id of the long work that a screen follows. It stands beside the list. */
export const followedName = 'work';

/** Under this name the address has where the page of a second list of a screen begins, that of what has ended. */
export const endedAfterName = 'ended_after';

const pageNames = ['after', endedAfterName];
const keepsPage = new Set(['open', 'new', ...pageNames, followedName]);

/** The address after a change, as `to` gives it. */
export function addressAfter({ pathname, search }: Pick<Location, 'pathname' | 'search'>, change: Change): string {
  const next = new URLSearchParams(search);
  if (Object.keys(change).some((name) => !keepsPage.has(name))) next.delete('after');
  if ('open' in change) {
    if (!('new' in change)) next.delete('new');
  } else if (!(followedName in change)) next.delete('open');
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return withQuery(pathname, next);
}

/**
 * What a list is asked, as the address says it, so that a reload finds the same: search, sort, filters, `after`, `open` and `new`.
 * A change adds to what was asked for last, also while that is still loading: a search that follows a filter keeps it.
 */
export function useTableAddress(): TableAddress {
  const location = useLocation();
  const answers = useLoaderData<Partial<DeskLoaded> | undefined>()?.answers ?? location.search;
  const shown = useMemo(() => ({ pathname: location.pathname, search: answers }), [location.pathname, answers]);
  const loading = useNavigation().location;
  const navigate = useNavigate();
  const last = loading?.pathname === location.pathname ? loading : location;
  // A search is sent after a pause, by the function of an earlier rendering.
  const latest = useRef(last);
  latest.current = last;
  // A late answer takes nobody back to a screen that they have left.
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const ofShown = useMemo(() => new URLSearchParams(shown.search), [shown.search]);
  const ofLast = useMemo(() => new URLSearchParams(last.search), [last.search]);
  // The same as long as the address is, so that what shows it is not drawn anew.
  return useMemo(
    () => ({
      query: ofShown,
      get: (name) => ofShown.get(name),
      asked: (name) => ofLast.get(name),
      // Where a page begins is known of the list that is shown alone.
      to: (change) => addressAfter(pageNames.some((name) => name in change) ? shown : last, change),
      change: (change, { replace = false } = {}) => {
        if (isHere.current) void navigate(addressAfter(latest.current, change), { replace, preventScrollReset: true });
      },
    }),
    [ofShown, ofLast, shown, last, navigate],
  );
}
