import { Link } from 'react-router';
import styles from './filter-links.module.css';

interface FilterLinksProps {
  /** Name of the whole row, for those who hear it. */
  label: string;
  options: readonly { to: string; label: string; current: boolean }[];
}

/** What narrows a list, as links: the choice is held in the address. Scrolls sideways before it wraps. */
export function FilterLinks({ label, options }: FilterLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles.row}>
        {options.map(({ to, label: words, current }) => (
          <li key={to}>
            <Link className={styles.option} to={to} aria-current={current ? 'page' : undefined} preventScrollReset>
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
