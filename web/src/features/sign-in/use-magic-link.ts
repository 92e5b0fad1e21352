import { useRef, useState } from 'react';
import { browserApi, errorCode } from '../../api.ts';
import { signIn as words } from '../../messages/en/sign-in.ts';
import { limitWords } from '../../refusal-words.ts';

type State =
  | { step: 'entering'; error?: string | null }
  /** `asked` is the address that the server was asked for. */
  | { step: 'sending' | 'sent'; asked: string }
  /** What the server said stands until another address is typed. `limited`: nothing is wrong with the address. */
  | { step: 'refused'; error?: string; limited?: string };

/** What is wrong with an address as typed; the server has the last word. */
function problemOf(email: string): string | null {
  if (email === '') return words.errors.empty;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : words.errors.format;
}

function wordsOf(failure: unknown): string {
  const code = errorCode(failure);
  if (code === 'offline') return words.errors.network;
  return code === 'invalid_email' ? words.errors.format : words.errors.failed;
}

/** Asking for a sign-in link: the address as typed, and how far it went. */
export function useMagicLink(redirect: string | undefined) {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<State>({ step: 'entering' });
  const address = email.trim();
  // What is being asked; an ask whose address was changed meanwhile has no say any more.
  const asking = useRef<symbol>(undefined);
  const enter = (typed: string, error?: null) => {
    asking.current = undefined;
    setEmail(typed);
    setState({ step: 'entering', error });
  };
  return {
    email,
    error: 'error' in state ? state.error : undefined,
    limited: 'limited' in state ? state.limited : undefined,
    isSending: state.step === 'sending',
    /** The address that a link was sent to. */
    sentTo: state.step === 'sent' ? state.asked : undefined,
    type: (typed: string) => enter(typed, null),
    checkLeft: () => {
      if (state.step === 'entering' && (state.error !== undefined || email !== '')) {
        setState({ step: 'entering', error: problemOf(address) });
      }
    },
    send: async () => {
      if (asking.current) return;
      const error = problemOf(address);
      if (error) return setState({ step: 'entering', error });
      const ask = Symbol();
      asking.current = ask;
      const settle = (outcome: State) => {
        if (asking.current !== ask) return;
        asking.current = undefined;
        setState(outcome);
      };
      setState({ step: 'sending', asked: address });
      try {
        await browserApi('POST /api/auth/magic-link', { body: { email: address, redirect } });
        settle({ step: 'sent', asked: address });
      } catch (failure) {
        const limited = limitWords(failure);
        settle(limited ? { step: 'refused', limited } : { step: 'refused', error: wordsOf(failure) });
      }
    },
    startOver: () => enter(''),
  };
}
