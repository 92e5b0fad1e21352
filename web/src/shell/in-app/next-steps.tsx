import { useNavigate } from 'react-router';
import { inApp as words } from '../../messages/en/in-app.ts';
import { Button } from '../../ui/button.tsx';
import styles from './in-app.module.css';

/** The two ways on after a booking. */
export function NextSteps({ onLeave }: { onLeave: () => void }) {
  const navigate = useNavigate();
  const go = (path: string) => {
    onLeave();
    navigate(path);
  };
  return (
    <div className={styles.next}>
      <Button onClick={() => go('/bookings')}>{words.booked}</Button>
      <Button look="plain" onClick={() => go('/explore')}>
        {words.more}
      </Button>
    </div>
  );
}
