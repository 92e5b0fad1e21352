import { useRevalidator } from 'react-router';
import { ageOf } from '../../device/in-words.ts';
import { offline as words } from '../../messages/en/offline.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAskAgain } from '../../use-server-poll.ts';

interface KeptNoticeProps {
  keptAt: string;
  about: (age: string) => string;
  /** Whether the new is on its way. */
  isComing: boolean;
}

/** Says that what is shown was kept, and how old it is; asks for the new as soon as there is a network. */
export function KeptNotice({ keptAt, about, isComing }: KeptNoticeProps) {
  const { revalidate, state } = useRevalidator();
  useAskAgain(!isComing);
  return (
    <Notice
      tone="warn"
      title={about(ageOf(keptAt))}
      actions={
        <Button look="plain" busy={state === 'loading'} onClick={() => void revalidate()}>
          {words.retry}
        </Button>
      }
    >
      <p>{words.ageText}</p>
    </Notice>
  );
}
