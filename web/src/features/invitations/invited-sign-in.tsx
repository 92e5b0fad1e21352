import { useState } from 'react';
import { browserApi } from '../../api.ts';
import { invite as words } from '../../messages/en/invite.ts';
import { limitWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { MailIcon } from '../../ui/more-icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';

type State = { step: 'idle' | 'sending' } | { step: 'failed'; words: string } | { step: 'sent'; to: string };

/** A sign-in link to the invited address, which leads back to the invitation. */
export function InvitedSignIn({ token }: { token: string }) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const send = async () => {
    setState({ step: 'sending' });
    try {
      const answer = await browserApi('POST /api/stakeholder/magic-link/{token}', { params: { token } });
      setState({ step: 'sent', to: answer.invited_email_hint });
    } catch (error) {
      setState({ step: 'failed', words: limitWords(error) ?? words.mailFailed });
    }
  };
  return (
    <>
      <Status>{state.step === 'sent' && <Notice tone="ok">{words.mailed(state.to)}</Notice>}</Status>
      {state.step !== 'sent' && (
        <Button wide busy={state.step === 'sending'} onClick={() => void send()}>
          <MailIcon />
          {state.step === 'sending' ? words.mailing : words.mail}
        </Button>
      )}
      {state.step === 'failed' && (
        <Notice tone="bad" intoView>
          {state.words}
        </Notice>
      )}
    </>
  );
}
