import { useState } from 'react';
import { browserApi, errorCode } from '../../api.ts';
import { signIn as words } from '../../messages/en/sign-in.ts';
import { refusalWords } from '../../refusal-words.ts';

type State = {
  step: 'entering' | 'sending' | 'sent';
  error?: string | null;
  /** Said where links were asked for too often: nothing is wrong with the address. */
  limited?: string;
};

/** What is wrong with an address as typed; the server has the last word. */
function problemOf(email: string): string | null {
  if (email === '') return words.errors.empty;
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? null : words.errors.format;
}

function wordsOf(failure: unknown): string {
  const code = errorCode(failure);
  if (code === 'offline') return words.errors.network;
  if (code === 'invalid_email') return words.errors.format;
  return code === 'rate_limited' ? refusalWords(failure) : words.errors.failed;
}

/** Asking for a sign-in link: the address as typed, and how far it went. */
export function useMagicLink(redirect: string | undefined) {
  const [email, setEmail] = useState('');
  const [state, setState] = useState<State>({ step: 'entering' });
  const address = email.trim();
  return {
    email,
    address,
    ...state,
    type: (typed: string) => {
      setEmail(typed);
      setState({ step: 'entering', error: null });
    },
    checkLeft: () => {
      if (state.step === 'entering' && (state.error !== undefined || email !== '')) {
        setState({ step: 'entering', error: problemOf(address) });
      }
    },
    send: async () => {
      const problem = problemOf(address);
      if (problem) return setState({ step: 'entering', error: problem });
      setState({ step: 'sending' });
      try {
        await browserApi('POST /api/auth/magic-link', { body: { email: address, redirect } });
        setState({ step: 'sent' });
      } catch (failure) {
        if (errorCode(failure) === 'link_limited') setState({ step: 'entering', limited: refusalWords(failure) });
        else setState({ step: 'entering', error: wordsOf(failure) });
      }
    },
    startOver: () => {
      setEmail('');
      setState({ step: 'entering' });
    },
  };
}
