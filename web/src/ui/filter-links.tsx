import { Link } from 'react-router';
import styles from './filter-links.module.css';
import { useInSight } from './use-in-sight.ts';

interface FilterLinksProps {
  /** Name of the whole row, for those who hear it. */
  label: string;
  options: readonly { to: string; label: string; current: boolean }[];
  /** `chips` narrow what is listed, `tabs` are the sections of a screen. */
  look?: 'chips' | 'tabs';
  /** Each takes the place of the one before in the history. */
  replace?: boolean;
}

/** What narrows a list, or the sections of a screen, as links: the choice is held in the address. Scrolls sideways before it wraps. */
export function FilterLinks({ label, options, look = 'chips', replace = false }: FilterLinksProps) {
  const chosen = useInSight<HTMLAnchorElement>(options.find(({ current }) => current)?.to);
  return (
    <nav aria-label={label}>
      <ul role="list" className={`${styles.row} ${styles[look]}`}>
        {options.map(({ to, label: words, current }) => (
          <li key={to}>
            <Link
              ref={current ? chosen : undefined}
              className={look === 'tabs' ? styles.tab : styles.option}
              to={to}
              aria-current={current ? 'page' : undefined}
              preventScrollReset
              replace={replace}
            >
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
