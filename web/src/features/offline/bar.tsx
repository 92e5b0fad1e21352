import type { ReactNode } from 'react';
import styles from './bar.module.css';

interface BarProps {
  title: string;
  text?: string;
  /** What can be done about it. */
  action?: ReactNode;
  /** In the page, where it covers nothing: for what stays. */
  within?: boolean;
}

/** News of the device, above the navigation. */
export function Bar({ title, text, action, within }: BarProps) {
  return (
    <div className={`${styles.bar} ${within ? styles.within : styles.over}`}>
      <div>
        <p className={styles.title}>{title}</p>
        {text && <p>{text}</p>}
      </div>
      {action}
    </div>
  );
}
