import { useLocation } from 'react-router';
import { desk as words } from '../messages/en/desk.ts';
import { UnreachedNotice } from '../shell/loaded.tsx';
import { Status } from '../ui/status.tsx';
import { useAskAgain } from '../use-server-poll.ts';

/** Says that what is on screen is what was there before, as what was asked for cannot be had, and asks for that again. */
export function StillShown({ isUnreached }: { isUnreached: boolean }) {
  const asked = useLocation().search;
  useAskAgain(isUnreached);
  return (
    <Status>
      {isUnreached && (
        <UnreachedNotice
          offline={words.stillShown}
          asOf={words.stillShown}
          // What was pressed far from it shows nothing else; each time anew.
          key={asked}
          intoView
        />
      )}
    </Status>
  );
}
