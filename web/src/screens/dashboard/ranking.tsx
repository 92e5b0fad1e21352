import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { mostOf, ShareBar } from '../../desk/share-bar.tsx';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import styles from './dashboard.module.css';

/** Where more of a row stands. */
interface Way {
  to: string;
  label: string;
  /** The same, with whose it is. */
  spoken: string;
}

interface RankingProps {
  id: string;
  title: string;
  /** The days that it is of. */
  of: { from: string; until: string };
  rows: readonly { id: string; name: string; note: string; amount: number; to?: string; ways?: readonly Way[] }[];
  none: { title: string; text: string };
  /** What can be done where there is none. */
  action?: ReactNode;
}

/** Organisations by an amount, the highest first. */
export function Ranking({ id, title, of, rows, none, action }: RankingProps) {
  const most = mostOf(rows.map(({ amount }) => amount));
  return (
    <section className={page.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={list.note}>{words.span(of.from, of.until)}</p>
      {rows.length === 0 ? (
        <EmptyState title={none.title} action={action}>
          {none.text}
        </EmptyState>
      ) : (
        <ol role="list" className={list.rows}>
          {rows.map(({ id: row, name, note, amount, to, ways = [] }) => (
            <li key={row} className={list.row}>
              <div className={list.words}>
                {to ? (
                  <Link className={list.name} to={to}>
                    {name}
                  </Link>
                ) : (
                  <span className={list.name}>{name}</span>
                )}
                <p className={list.note}>{note}</p>
                <ShareBar value={amount} most={most} />
              </div>
              <strong>{words.dollars(amount)}</strong>
              {ways.length > 0 && (
                <div className={styles.ways}>
                  {ways.map(({ to: way, label, spoken }) => (
                    <ButtonLink key={way} look="quiet" to={way} aria-label={spoken}>
                      {label}
                    </ButtonLink>
                  ))}
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
