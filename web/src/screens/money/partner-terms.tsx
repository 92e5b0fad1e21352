import type { AdminPayout } from '../../../../contract/commission.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { listRateChanges } from '../../../../contract/rate-changes.ts';
import { useChange } from '../../desk/use-change.tsx';
import { useReopened } from '../../desk/use-reopened.ts';
import { payoutsDesk as words } from '../../messages/en/payouts-desk.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { TermsSheet } from './terms-sheet.tsx';
import { WaitingChanges } from './waiting-changes.tsx';

/** Whose terms, and what they are. */
export type PartnerTermsOf = Pick<AdminPayout, 'organisation' | 'terms'>;

/** Of a partner's terms, what waits to be confirmed. */
export type WaitingTerms = Answer<typeof listRateChanges>;

/** By which tier a partner earns, and from how much on it is paid out. */
export const TermsFacts = ({ terms }: Pick<PartnerTermsOf, 'terms'>) => (
  <dl className={page.facts}>
    <div>
      <dt>{words.tier}</dt>
      <dd>{terms.tier}</dd>
    </div>
    <div>
      <dt>{words.minimum}</dt>
      <dd>{words.dollars(terms.minimum_payout)}</dd>
    </div>
  </dl>
);

/** A partner's terms, for which an administrator can propose others here whether or not it was ever paid, and what waits of that. */
export function PartnerTerms({ of, waiting }: { of: PartnerTermsOf; waiting: WaitingTerms }) {
  const change = useChange<PartnerTermsOf>();
  useReopened((draft) => (draft === `terms of ${of.organisation.id}` ? of : null), change.begin);
  return (
    <section className={page.section} aria-labelledby="terms">
      <h2 id="terms">{words.termsTitle}</h2>
      {change.notice}
      <TermsFacts terms={of.terms} />
      <WaitingChanges changes={waiting.rows} total={waiting.total} heading="h3" onDone={change.tell} />
      <div className={page.actions}>
        <Button look="plain" onClick={() => change.begin(of)}>
          {words.changeTerms}
        </Button>
      </div>
      {change.action && <TermsSheet payout={change.action} onClose={change.leave} onDone={change.tell} />}
    </section>
  );
}
