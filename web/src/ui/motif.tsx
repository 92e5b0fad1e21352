import { useId } from 'react';
import { kapaPath, kapaTile } from './kapa-motif.ts';
import styles from './motif.module.css';

/** The guide's border: a rule of small repeated figures. Ornament only. */
export function Motif() {
  const id = useId();
  return (
    <svg className={styles.motif} height={kapaTile.height} width="100%" aria-hidden="true">
      <pattern id={id} width={kapaTile.width} height={kapaTile.height} patternUnits="userSpaceOnUse">
        <path d={kapaPath} fill="currentColor" />
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
