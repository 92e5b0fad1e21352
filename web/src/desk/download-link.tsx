import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router';
import { type Api, ApiError, errorCode, isFinal } from '../api.ts';
import { desk as words } from '../messages/en/desk.ts';
import { limitWords, refusalWords } from '../refusal-words.ts';
import { saveFile } from '../save-file.ts';
import { Notice } from '../ui/notice.tsx';
import { useSubmit } from '../use-submit.ts';

interface DownloadLinkProps {
  href: string;
  /** Asks whether the file would come. @throws whatever is to be said where it would not */
  ready: (api: Api) => Promise<unknown>;
  className: string | undefined;
  /** Said where it would not come. Without it that is the refusal's own words. */
  failed?: {
    /** Where another try may help: what else can be done about it, as where there is no network or a limit is used up, is said after it. */
    again: string;
    /** Where it is refused for good until somebody changes something. */
    because: (why: string) => string;
  };
  children: ReactNode;
}

/** Why a file would not come. What only the server's operators can mend is told to nobody. */
function wordsOf(failure: unknown, failed: NonNullable<DownloadLinkProps['failed']>): string {
  if (failure instanceof ApiError && isFinal(failure.status)) return failed.because(refusalWords(failure));
  const mended = errorCode(failure) === 'offline' ? refusalWords(failure) : limitWords(failure);
  return mended ? `${failed.again} ${mended}` : failed.again;
}

/**
 * Saves a file once it is known to come: what it is refused for is said here, and a session that has ended leads to the sign-in and
 * back.
 */
export function DownloadLink({ href, ready, className, failed, children }: DownloadLinkProps) {
  const { pathname, search } = useLocation();
  const link = useRef<HTMLAnchorElement>(null);
  const { busy, submit, problem } = useSubmit({
    send: (_given: undefined, api) => ready(api),
    done: () => saveFile(href),
    // Whoever has gone on meanwhile is taken nowhere.
    late: () => {},
    refused: (failure) => {
      // A page of its own, as this one still knows who was here.
      if (link.current && errorCode(failure) === 'unauthenticated')
        location.assign(`/auth?redirect=${encodeURIComponent(pathname + search)}`);
      return failed && wordsOf(failure, failed);
    },
  });
  return (
    <>
      <a
        ref={link}
        className={className}
        href={href}
        aria-disabled={busy || undefined}
        onClick={(event) => {
          event.preventDefault();
          void submit(undefined);
        }}
      >
        {busy ? words.askingForFile : children}
      </a>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  );
}
