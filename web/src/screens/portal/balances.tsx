import type { getEarnings } from '../../../../contract/commission.ts';
import { accountStates } from '../../../../contract/commission-states.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { portalEarnings as words } from '../../messages/en/portal-desk.ts';
import { dollars } from '../../messages/format.ts';
import page from '../../ui/page.module.css';

/** What is a partner's, by where it stands, and what becomes payable next. */
export function Balances({
  earnings: { balances, asked_back, next, minimum_payout },
}: {
  earnings: Answer<typeof getEarnings>;
}) {
  return (
    <>
      <p>{words.text(minimum_payout)}</p>
      <dl className={page.facts}>
        {next && (
          <div>
            <dt>{words.next}</dt>
            <dd>{words.nextOf(next.amount, next.day)}</dd>
          </div>
        )}
        {accountStates.map((state) => (
          <div key={state}>
            <dt>{words.balances[state]}</dt>
            <dd>{dollars(balances[state])}</dd>
          </div>
        ))}
        {asked_back > 0 && (
          <div>
            <dt>{words.askedBack}</dt>
            <dd>{dollars(asked_back)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
