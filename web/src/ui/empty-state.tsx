import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Vignette } from './vignette.tsx';

/** Nothing is here yet: says so, and what to do next. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Vignette />
      <h2>{title}</h2>
      {children && <p className={styles.words}>{children}</p>}
      {action}
    </div>
  );
}
