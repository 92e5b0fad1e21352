import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { desk as words } from '../messages/en/desk.ts';
import { FilterLinks } from '../ui/filter-links.tsx';
import { Motif } from '../ui/motif.tsx';
import page from '../ui/page.module.css';
import styles from './frame.module.css';
import { useTableAddress } from './table-address.ts';

interface DeskFrameProps {
  title: string;
  /** Answers the screen's question in one sentence. */
  sentence: ReactNode;
  tabs?: readonly { to: string; label: string; current: boolean }[];
  /** The row that is open: beside the list, or a screen of its own below 900 px. */
  detail?: ReactNode;
  children: ReactNode;
}

/** A desk: its sections at the left from 900 px, in a row above below that; the list, and what is open of it. */
export function DeskFrame({ title, sentence, tabs, detail, children }: DeskFrameProps) {
  const address = useTableAddress();
  return (
    <div className={`${page.page} ${styles.desk}`}>
      <div className={page.title}>
        <h1>{title}</h1>
        <p className={page.lead}>{sentence}</p>
        <Motif />
      </div>
      <div className={styles.columns}>
        {tabs && (
          <div className={styles.tabs}>
            <FilterLinks label={words.tabs} options={tabs} look="tabs" />
          </div>
        )}
        <div className={styles.content} data-has-detail={detail ? true : undefined}>
          <div className={styles.main}>{children}</div>
          {detail && (
            <div className={styles.detail}>
              <Link className={styles.back} to={address.to({ open: null })} preventScrollReset>
                {words.back}
              </Link>
              {detail}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}
