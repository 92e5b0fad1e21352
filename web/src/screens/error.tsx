import { useRevalidator, useRouteError } from 'react-router';
import { errorCode } from '../api.ts';
import { SearchForm } from '../features/discovery/search-form.tsx';
import { messages } from '../messages/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { Vignette } from '../ui/vignette.tsx';
import '../ui/tokens.css';
import '../ui/base.css';

const words = messages.error;

/** What stands in a screen's place when it cannot be shown. The status decides, not the kind of error: the server sends it as data. */
export function ErrorScreen() {
  const error = useRouteError();
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 404) return <NotFound />;
  if (status === 403) return <AccessRestricted />;
  return <Failed isOffline={errorCode(error) === 'offline'} />;
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
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{words.notFound}</h1>
        <p className={page.lead}>{words.notFoundText}</p>
      </div>
      <SearchForm simple />
      <ButtonLink to="/" look="plain" wide>
        {words.home}
      </ButtonLink>
    </div>
  );
}

function AccessRestricted() {
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head}>
        <h1>{messages.access.restricted}</h1>
        <p className={page.lead}>{messages.access.restrictedText}</p>
      </div>
      <ButtonLink to="/dashboard" wide>
        {messages.access.toDashboard}
      </ButtonLink>
    </div>
  );
}

function Failed({ isOffline }: { isOffline: boolean }) {
  const { revalidate, state } = useRevalidator();
  return (
    <div className={`${page.page} ${page.center}`}>
      <Vignette />
      <div className={page.head} role="alert">
        <h1>{words.title}</h1>
        <p className={page.lead}>{isOffline ? words.offline : words.text}</p>
      </div>
      <div className={page.actions}>
        <Button wide disabled={state === 'loading'} onClick={() => revalidate()}>
          {words.retry}
        </Button>
        <ButtonLink to="/" look="plain" wide>
          {words.home}
        </ButtonLink>
      </div>
    </div>
  );
}
