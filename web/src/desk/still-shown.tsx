import { useLocation } from 'react-router';
import { desk as words } from '../messages/en/desk.ts';
import { UnreachedNotice } from '../shell/loaded.tsx';
import { Status } from '../ui/status.tsx';
import { useAskAgain } from '../use-server-poll.ts';
import type { StandIn } from './desk-loader.ts';

interface StillShownProps {
  /** What is on screen is what was there before, as what was asked for cannot be had. */
  isUnreached: boolean;
  standIn?: StandIn | undefined;
}

/** Says that what is on screen is not the server's answer to what was asked, and asks for that again. */
export function StillShown({ isUnreached, standIn }: StillShownProps) {
  const asked = useLocation().search;
  useAskAgain(isUnreached || standIn !== undefined);
  const said = isUnreached
    ? { text: words.stillShown }
    : standIn?.kind === 'kept'
      ? { text: words.keptFrom(standIn.keptAt) }
      : standIn?.kind === 'remembered'
        ? { text: words.hereOn(standIn.at) }
        : standIn && { text: words.sampleText, title: words.sample };
  return (
    <Status>
      {said && (
        <UnreachedNotice
          title={said.title}
          offline={said.text}
          asOf={said.text}
          // What was pressed far from it shows nothing else; each time anew.
          key={asked}
          intoView
        />
      )}
    </Status>
  );
}
