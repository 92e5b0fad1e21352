import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { acceptInvitation, validateInvitation } from '../../../../contract/invitations.ts';
import { ApiError, browserApi, errorCode } from '../../api.ts';
import { limitWords, refusalWords } from '../../refusal-words.ts';

export type Offer = Answer<typeof validateInvitation>;
export type Accepted = Answer<typeof acceptInvitation>;

export type InvitationState =
  | { step: 'loading' | 'processing' | 'expired' | 'invalid' }
  | { step: 'valid'; offer: Offer }
  | { step: 'accepted'; accepted: Accepted }
  /** `words` where the server said why; `isElse` where another account is needed. */
  | { step: 'error'; words: string | null; isElse: boolean };

/** An invitation by its token: what it offers, and accepting it. */
export function useInvitation(token: string | undefined) {
  const [state, setState] = useState<InvitationState>({ step: 'loading' });

  const validate = useCallback(async () => {
    if (!token) return setState({ step: 'invalid' });
    setState({ step: 'loading' });
    try {
      const offer = await askFor(token);
      setState(offer.accepted ? acceptedBefore(offer) : { step: 'valid', offer });
    } catch (error) {
      setState(failure(error));
    }
  }, [token]);

  const asked = useRef<string | null>(null);
  useEffect(() => {
    if (asked.current === (token ?? '')) return;
    asked.current = token ?? '';
    void validate();
  }, [token, validate]);

  /** @returns what it made of the account, or null where it could not be accepted. */
  const accept = async (userId: string): Promise<Accepted | null> => {
    setState({ step: 'processing' });
    try {
      const request = { params: { token: token! }, body: { user_id: userId } };
      const accepted = await browserApi('POST /api/stakeholder/accept/{token}', request);
      setState({ step: 'accepted', accepted });
      return accepted;
    } catch (error) {
      // The answer may have been lost on the way back.
      const offer = errorCode(error) === 'offline' ? await askFor(token!).catch(() => null) : null;
      if (offer?.accepted) {
        const before = acceptedBefore(offer);
        setState(before);
        return before.accepted;
      }
      const judged = failure(error);
      setState(judged.step === 'invalid' && !isGone(error) ? { step: 'error', words: null, isElse: false } : judged);
      return null;
    }
  };

  return { state, validate, accept };
}

const askFor = (token: string): Promise<Offer> =>
  browserApi('GET /api/stakeholder/validate/{token}', { params: { token } });

/** What accepting it has said, or would have. */
const acceptedBefore = ({ stakeholder_type, partner_type }: Offer) => ({
  step: 'accepted' as const,
  accepted: { stakeholder_type, assigned_role: stakeholder_type, partner_type },
});

const isGone = (error: unknown) => errorCode(error) === 'invitation_invalid';

/** A token that was refused is expired or invalid; what got no proper answer is an error, which may pass. */
function failure(error: unknown): InvitationState {
  const code = errorCode(error);
  if (code === 'invitation_expired') return { step: 'expired' };
  if (code === 'invitation_not_yours' || code === 'invitation_conflict') {
    return { step: 'error', words: refusalWords(error), isElse: code === 'invitation_not_yours' };
  }
  const limited = limitWords(error);
  if (limited) return { step: 'error', words: limited, isElse: false };
  const passes = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return passes ? { step: 'error', words: null, isElse: false } : { step: 'invalid' };
}
