import { type ReactNode, useEffect, useRef } from 'react';
import { AlertIcon, CheckIcon, InfoIcon } from './icons.tsx';
import styles from './notice.module.css';

const icons = { info: InfoIcon, ok: CheckIcon, warn: AlertIcon, bad: AlertIcon };

interface NoticeProps {
  tone?: keyof typeof icons;
  title?: string;
  children?: ReactNode;
  /** What can be done about it: a button or two. */
  actions?: ReactNode;
  /** Scrolls as far as it takes to see it: for what answers a press and may appear below the screen. */
  intoView?: boolean;
}

/** A message in the page. Bad news interrupts a screen reader; other news that comes later stands in a Status. */
export function Notice({ tone = 'info', title, children, actions, intoView }: NoticeProps) {
  const Icon = icons[tone];
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (intoView) box.current!.scrollIntoView({ block: 'nearest' });
  }, [intoView]);
  return (
    <div ref={box} className={`${styles.notice} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
