import { offline as words } from '../../messages/en/offline.ts';
import styles from './update-bar.module.css';

/** Says that a sign-out without a network is not known to the server yet. */
export function LeftBar() {
  return (
    <div className={styles.bar}>
      <div>
        <p className={styles.title}>{words.left}</p>
        <p>{words.leftText}</p>
      </div>
    </div>
  );
}
