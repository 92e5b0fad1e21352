import { errorCode } from '../../api.ts';
import { MoneyField } from '../../desk/money-field.tsx';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';
import { Field } from '../../ui/field.tsx';
import type { PartnerTermsOf } from './partner-terms.tsx';

interface TermsSheetProps {
  payout: PartnerTermsOf;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Proposes by which tier a partner earns, and from how much on it is paid out. */
export function TermsSheet({ payout: { organisation, terms }, ...asked }: TermsSheetProps) {
  return (
    <ReasonSheet
      {...asked}
      draft={`terms of ${organisation.id}`}
      title={words.termsTitle}
      text={words.termsText(organisation.name)}
      // Of a partner, not of an account.
      refusedWords={(failure) => (errorCode(failure) === 'own_account' ? words.termsOfYourPartner : undefined)}
      needed={{ tier: words.tierMissing, minimum_payout: words.minimumMissing }}
      send={async (text, api): Promise<Said> => {
        const minimum_payout = Number(text('minimum_payout')) / 100;
        const body = { tier: text('tier'), minimum_payout, reason: text('reason') };
        const request = { params: { id: organisation.id }, body };
        const { waits } = await confirmed(() => api('PUT /api/admin/organisations/{id}/terms', request));
        return waits ? words.said.terms : { nothing: words.said.sameTerms };
      }}
    >
      {(field) => (
        <>
          <Field
            label={words.tier}
            hint={words.tierHint}
            {...field('tier')}
            defaultValue={terms.tier}
            maxLength={40}
            autoCapitalize="none"
            required
          />
          <MoneyField
            label={words.minimum}
            hint={words.minimumHint}
            {...field('minimum_payout')}
            initial={Math.round(terms.minimum_payout * 100)}
            required
          />
        </>
      )}
    </ReasonSheet>
  );
}
