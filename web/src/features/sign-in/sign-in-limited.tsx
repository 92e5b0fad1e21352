import { waits } from '../../messages/en/refusals.ts';
import { messages } from '../../messages/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';

/** A sign-in that a limit refused before it was looked at: says how long to wait, and tries it again as it was. */
export function SignInLimited({ detail, onAgain }: { detail: string; onAgain: () => void }) {
  return (
    <>
      <h1>{waits.title}</h1>
      <Notice tone="bad">{detail}</Notice>
      <div className={page.actions}>
        <Button wide onClick={onAgain}>
          {messages.error.retry}
        </Button>
        <ButtonLink to="/" look="plain" wide>
          {messages.error.home}
        </ButtonLink>
      </div>
    </>
  );
}
