import type { ReactNode } from 'react';
import styles from './status.module.css';

/**
 * Where messages appear: the region is there before them, so that they are said. Some screen readers pass over one that comes
 * together with its words. Empty, it takes no room.
 */
export const Status = ({ children }: { children: ReactNode }) => (
  <div role="status" className={styles.status}>
    {children}
  </div>
);
