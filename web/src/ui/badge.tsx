import type { ReactNode } from 'react';
import styles from './badge.module.css';

export type Tone = 'accent' | 'ok' | 'sea' | 'warn' | 'bad' | 'plain';

/** A word or two about the thing it stands on, with an icon before it where the tone means something. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}

/** Several of one thing, apart from each other where they stand in one line and where they do not. */
export function Badges({ children }: { children: ReactNode }) {
  return <span className={styles.badges}>{children}</span>;
}
