import { desk as words } from '../messages/en/desk.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';
import type { Polled } from './use-polled.ts';

/** Says since when what is asked again and again has no newer answer, and why; nothing as long as it has. */
export function PolledNotice({
  of: { hindered, reachedAt, isAsking, askNow },
}: {
  of: Omit<Polled<object>, 'answer'>;
}) {
  return (
    <Status>
      {hindered && (
        <Notice
          tone="warn"
          title={words.notReached(reachedAt)}
          actions={
            hindered === 'unreached' && (
              <Button look="plain" busy={isAsking} onClick={askNow}>
                {words.askNow}
              </Button>
            )
          }
        >
          <p>{words.hindered[hindered]}</p>
        </Notice>
      )}
    </Status>
  );
}
