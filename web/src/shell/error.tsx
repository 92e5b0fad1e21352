import { useEffect, useState } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { errorCode } from '../api.ts';
import { newErrorId, reportError } from '../features/error-reports/track-error.ts';
import { useSession } from '../features/session/use-session.ts';
import { messages } from '../messages/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import field from '../ui/field.module.css';
import { Notice } from '../ui/notice.tsx';
import page from '../ui/page.module.css';
import { Vignette } from '../ui/vignette.tsx';
import { useOnDemand } from '../use-on-demand.ts';
import { useAskAgain } from '../use-server-poll.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { AccessRestricted, AccessScreen, SignInNeeded } from './access.tsx';

const words = messages.error;

/** What stands in a screen's place when it cannot be shown. The status decides, not the kind of error: the server sends it as data. */
export function ErrorScreen() {
  const error = useRouteError();
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 404) return <NotFound />;
  if (status === 401) return <SignInNeeded />;
  if (status === 403) return <AccessRestricted />;
  return <Failed {...{ error, status }} />;
}

/** The same where even the frame around the screens failed. */
export function CrashScreen() {
  return (
    <main className={page.column}>
      <ErrorScreen />
    </main>
  );
}

function NotFound() {
  return (
    <AccessScreen title={words.notFound} text={words.notFoundText}>
      {/* A form of the browser's own: it works where nothing else does. */}
      {/* biome-ignore lint/a11y/useSemanticElements: phones of recent years do not know the search element */}
      <form action="/explore" role="search" className={page.actions}>
        <input
          type="search"
          name="search"
          aria-label={messages.search.searchLabel}
          placeholder={messages.search.searchHint}
          maxLength={100}
          className={field.control}
        />
        <Button type="submit" wide>
          {messages.search.search}
        </Button>
      </form>
      <ButtonLink to="/" look="plain" wide>
        {words.home}
      </ButtonLink>
    </AccessScreen>
  );
}

const loadSheet = () =>
  import('../features/error-reports/error-report-sheet.tsx').then((module) => module.ErrorReportSheet);

const loadKept = () => import('./on-this-phone.tsx').then((module) => module.OnThisPhone);

/** What this device has all the same. */
function Kept() {
  const [OnThisPhone, fetchIt] = useOnDemand(loadKept);
  useEffect(() => {
    // Its script may be away for the same reason.
    const ask = () => void fetchIt().catch(() => {});
    const timer = setInterval(ask, 3_000);
    ask();
    return () => clearInterval(timer);
  }, [fetchIt]);
  return OnThisPhone && <OnThisPhone />;
}

/** What did not come, why as far as that is known, and what can be done; a lost network's is asked for again by itself. */
export function Failed({ error, status }: { error: unknown; status?: unknown }) {
  const { revalidate, state } = useRevalidator();
  const { site } = useSession();
  const isOffline = errorCode(error) === 'offline';
  const isPart = isOffline && status === 200;
  const errorId = useReported(error, isOffline);
  useAskAgain(isOffline);
  const [reporting, setReporting] = useState<'no' | 'yes' | 'failed'>('no');
  const [ReportSheet, fetchSheet] = useOnDemand(loadSheet);
  const report = () => {
    setReporting('yes');
    fetchSheet().catch(() => setReporting('failed'));
  };
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head} role="alert">
        <h1>{isPart ? words.partTitle : isOffline ? words.offlineTitle : words.title}</h1>
        {isPart || <p className={page.lead}>{isOffline ? words.offline : words.text}</p>}
      </div>
      {errorId && (
        <dl className={page.facts}>
          <div>
            <dt>{words.reference}</dt>
            <dd>{errorId}</dd>
          </div>
        </dl>
      )}
      <div className={page.actions}>
        <Button wide busy={state === 'loading'} onClick={() => revalidate()}>
          {words.retry}
        </Button>
        <ButtonLink to="/" look="plain" wide reloadDocument>
          {words.home}
        </ButtonLink>
        {errorId && (
          <Button look="quiet" wide onClick={report}>
            {words.report}
          </Button>
        )}
        {reporting === 'failed' && <Notice tone="bad">{words.reportUnavailable}</Notice>}
      </div>
      {isOffline && !isPart && <Kept />}
      {errorId && reporting === 'yes' && ReportSheet && (
        <ReportSheet errorId={errorId} productName={site.productName} onClose={() => setReporting('no')} />
      )}
    </div>
  );
}

/** Tells us of an error, once, and gives the id it goes by. A lost network is no error of ours. */
function useReported(error: unknown, isOffline: boolean): string | null {
  const [errorId, setErrorId] = useState<string | null>(null);
  useEffect(() => {
    if (isOffline) return;
    const id = newErrorId();
    setErrorId(id);
    void reportError(id, error);
  }, [error, isOffline]);
  return errorId;
}
