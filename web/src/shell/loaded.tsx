import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { offline as words } from '../messages/en/offline.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';
import { useOnline } from '../use-online.ts';
import { useAskAgain } from '../use-server-poll.ts';

/** What this device shows in place of the server's answer. */
interface KeptCopy {
  /** Whether the answer may still come, and need not be asked for. */
  isComing: boolean;
  /** What is said where the device itself has no network; nothing unless told. */
  offline?: string | undefined;
  /** From when it is. */
  asOf?: string | undefined;
}

interface LoadedProps {
  kept?: KeptCopy | false | undefined;
  /** What else there is to say of it. */
  said?: ReactNode;
  /** Its shape, as long as it is on its way. */
  skeleton?: ReactNode;
  /** Why it could not be had. */
  failed?: string | undefined;
  /** What stands in its place where there is none of it. */
  empty?: ReactNode;
  children: ReactNode;
}

/**
 * What a screen, or a part of one, has loaded: on its way, not to be had, empty, or there; above it what is to be said of it. A kept
 * copy says why it is shown, and the server's answer is asked for until it is there.
 */
export function Loaded({ kept, said, skeleton, failed, empty, children }: LoadedProps) {
  useAskAgain(Boolean(kept && !kept.isComing));
  return (
    <>
      <Status>
        {kept && <UnreachedNotice offline={kept.offline} asOf={kept.asOf} />}
        {said}
      </Status>
      {failed ? (
        <Notice tone="bad" actions={<AskAgain />}>
          {failed}
        </Notice>
      ) : (
        skeleton || empty || children
      )}
    </>
  );
}

function AskAgain() {
  const { revalidate, state } = useRevalidator();
  return (
    <Button look="plain" busy={state === 'loading'} onClick={() => void revalidate()}>
      {words.retry}
    </Button>
  );
}

interface UnreachedNoticeProps extends Omit<KeptCopy, 'isComing'> {
  /** Whether the server is reached all the same. */
  isReached?: boolean;
  /** What it is called; that the server is not reached unless told. */
  title?: string | undefined;
  /** Whether it answers a press that may have been far from it. */
  intoView?: boolean;
}

/** Says that what is shown is this device's own, and why; asks for the server's answer on request. */
export function UnreachedNotice({ offline, asOf, isReached, title, intoView }: UnreachedNoticeProps) {
  const online = useOnline();
  if (!online)
    return (
      offline && (
        <Notice tone="warn" title={title} intoView={intoView}>
          {offline}
        </Notice>
      )
    );
  return (
    <Notice
      tone="warn"
      title={title ?? (isReached ? undefined : words.unreached)}
      actions={<AskAgain />}
      intoView={intoView}
    >
      {asOf && <p>{asOf}</p>}
    </Notice>
  );
}
