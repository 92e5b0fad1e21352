import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { offline as words } from '../messages/en/offline.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useOnline } from '../ui/use-online.ts';

interface UnreachedNoticeProps {
  /** What is said where the device itself has no network; nothing unless told. */
  offline?: string;
  /** Whether the server is reached all the same. */
  isReached?: boolean;
  /** From when it is. */
  children?: ReactNode;
}

/** Says that what is shown is this device's own, and why; asks for the server's answer on request. */
export function UnreachedNotice({ offline, isReached, children }: UnreachedNoticeProps) {
  const { revalidate, state } = useRevalidator();
  const online = useOnline();
  if (!online) return offline && <Notice tone="warn">{offline}</Notice>;
  return (
    <Notice
      tone="warn"
      title={isReached ? undefined : words.unreached}
      actions={
        <Button look="plain" busy={state === 'loading'} onClick={() => void revalidate()}>
          {words.retry}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
