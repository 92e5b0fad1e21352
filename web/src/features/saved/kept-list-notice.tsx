import { useRevalidator } from 'react-router';
import { saved as words } from '../../messages/en/saved.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAskAgainOnline, useOnline } from '../../ui/use-online.ts';

/** Says that the list is this device's copy, from when, and why; asks for the real one as soon as the network is back, and on request. */
export function KeptListNotice({ readAt }: { readAt: string | null }) {
  const { revalidate, state } = useRevalidator();
  const online = useOnline();
  useAskAgainOnline();
  if (!online) return <Notice tone="warn">{readAt ? words.offline(readAt) : words.offlinePart}</Notice>;
  return (
    <Notice
      tone="warn"
      title={words.unreached}
      actions={
        <Button look="plain" busy={state === 'loading'} onClick={() => void revalidate()}>
          {words.again}
        </Button>
      }
    >
      {readAt && <p>{words.asOf(readAt)}</p>}
    </Notice>
  );
}
