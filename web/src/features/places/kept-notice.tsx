import { useRevalidator } from 'react-router';
import { offline as words } from '../../messages/en/offline.ts';
import { Button } from '../../ui/button.tsx';
import { useAskAgain } from '../../use-server-poll.ts';
import styles from './kept-notice.module.css';

interface KeptNoticeProps {
  /** ISO instant of what is shown. */
  keptAt: string;
  /** Whether the new is on its way. */
  isComing: boolean;
}

/** Says in one line that the place that is shown was kept, and how old it is; asks for the new as soon as there is a network. */
export function KeptNotice({ keptAt, isComing }: KeptNoticeProps) {
  const { revalidate, state } = useRevalidator();
  useAskAgain(!isComing);
  return <KeptLine keptAt={keptAt} isBusy={state === 'loading'} onRetry={() => void revalidate()} />;
}

/** How it looks, which the new takes the room of. */
export const KeptLine = ({ keptAt, isBusy, onRetry }: { keptAt: string; isBusy?: boolean; onRetry?: () => void }) => (
  <div className={`${styles.line} ${styles.kept}`}>
    <p>
      {words.placeKept(keptAt)} {words.ageText}
    </p>
    <Button look="quiet" busy={isBusy ?? false} onClick={onRetry}>
      {words.retry}
    </Button>
  </div>
);

/** What stands in its place once the new is here. */
export const UpToDate = () => <p className={styles.line}>{words.upToDate}</p>;
