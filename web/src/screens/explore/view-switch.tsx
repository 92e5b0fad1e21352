import { Link } from 'react-router';
import { addressOf, type ExploreQuery } from '../../features/search/load-explore.ts';
import { explore as words } from '../../messages/en/explore.ts';
import styles from './view-switch.module.css';

/** List or map: two links, so that each has an address to come back to and to share. */
export function ViewSwitch({ query }: { query: ExploreQuery }) {
  const views = [
    ['list', words.list],
    ['map', words.map],
  ] as const;
  return (
    <nav className={styles.views} aria-label={words.view}>
      {views.map(([view, label]) => (
        <Link
          key={view}
          to={addressOf({ ...query, view })}
          preventScrollReset
          className={styles.view}
          aria-current={view === query.view ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
