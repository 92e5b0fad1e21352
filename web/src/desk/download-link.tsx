import { type ReactNode, useRef } from 'react';
import { useLocation } from 'react-router';
import { type Api, ApiError, errorCode, isFinal } from '../api.ts';
import { desk as words } from '../messages/en/desk.ts';
import { Notice } from '../ui/notice.tsx';
import { useSubmit } from '../use-submit.ts';

interface DownloadLinkProps {
  href: string;
  /** Asks whether the file would come. @throws whatever is to be said where it would not */
  ready: (api: Api) => Promise<unknown>;
  className: string | undefined;
  /** Said where it would not come for what the server does not say, as without a network. */
  failed?: string;
  children: ReactNode;
}

/** Its answer is saved, never shown: one that is refused or cut off after all takes nobody's page, and the browser says that it failed. */
export function saveFile(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  // Its name is the server's.
  link.download = '';
  link.click();
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
      return failure instanceof ApiError && isFinal(failure.status) ? undefined : failed;
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
