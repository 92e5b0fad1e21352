import { type ReactNode, useEffect, useRef } from 'react';
import styles from './bar.module.css';

interface BarProps {
  title: string;
  text?: string;
  /** What can be done about it. */
  action?: ReactNode;
  /** In the page, where it covers nothing: for what stays. */
  within?: boolean;
}

/** News of the device, above the navigation. The page makes room for it (`--covered`), so that it hides nothing for good. */
export function Bar({ title, text, action, within }: BarProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (within) return;
    const { style } = document.documentElement;
    // A page scrolls by whole pixels: up to one of its end would stay below.
    const observer = new ResizeObserver(() =>
      style.setProperty('--covered', `${Math.ceil(box.current?.getBoundingClientRect().height ?? 0) + 1}px`),
    );
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      style.removeProperty('--covered');
    };
  }, [within]);
  return (
    <div ref={box} className={`${styles.bar} ${within ? styles.within : styles.over}`}>
      <div>
        <p className={styles.title}>{title}</p>
        {text && <p>{text}</p>}
      </div>
      {action}
    </div>
  );
}
