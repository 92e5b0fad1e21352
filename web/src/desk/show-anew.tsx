import type { Api } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';
import { useSubmit } from '../use-submit.ts';

interface ShowAnewProps {
  label: string;
  /** Reads what is to be shown: what was done here goes only once there is something in its place. */
  read: (api: Api) => Promise<unknown>;
  onRead: () => Promise<void>;
}

/** Shows how something is by now in place of what was done here, and not saved. */
export function ShowAnew({ label, read, onRead }: ShowAnewProps) {
  const looking = useSubmit({ send: (_given: null, api) => read(api), done: onRead });
  return (
    <>
      <Button look="plain" busy={looking.busy} onClick={() => void looking.submit(null)}>
        {label}
      </Button>
      <Status>{looking.problem && <Notice tone="bad">{looking.problem}</Notice>}</Status>
    </>
  );
}
