import { offline as words } from '../../messages/en/offline.ts';
import { Button } from '../../ui/button.tsx';
import styles from './update-bar.module.css';

/** Says that a new version is ready; it is loaded when asked for, and not before. */
export function UpdateBar({ onTake }: { onTake: () => void }) {
  return (
    <div className={styles.bar}>
      <div>
        <p className={styles.title}>{words.update}</p>
        <p>{words.updateText}</p>
      </div>
      <Button onClick={onTake}>{words.reload}</Button>
    </div>
  );
}
