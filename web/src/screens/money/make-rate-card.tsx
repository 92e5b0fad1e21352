import { useNavigate } from 'react-router';
import { mostHoldingDays } from '../../../../contract/commission-states.ts';
import { errorCode } from '../../api.ts';
import { DateField } from '../../desk/date-fields.tsx';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { rateCardsDesk as words } from '../../messages/en/rate-cards-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field } from '../../ui/field.tsx';
import page from '../../ui/page.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';

/** What `new` in the address names. */
export const newRateCard = 'rate-card';

/** Proposes the rate card of a tier, for bookings from a day that is still to come. */
export function MakeRateCard({ onDone }: { onDone: (said: string) => void }) {
  const address = useTableAddress();
  const navigate = useNavigate();
  const late = useLate();
  const making = useSubmit({
    send: ({ text }: Filled, api) => {
      const partner_share = Math.round(Number(text('partner_share')) * 100) / 10_000;
      const [tier, effective_from, reason] = [text('tier'), text('effective_from'), text('reason')];
      const days = text('holding_days');
      const holding_days = days === '' ? undefined : Number(days);
      const body = { tier, partner_share, holding_days, effective_from, reason };
      return confirmed(() => api('POST /api/admin/rate-cards', { body }));
    },
    done: async ({ tier }) => {
      await navigate(address.to({ new: null }), { replace: true });
      onDone(words.made(tier));
    },
    late: ({ tier }) => late(words.made(tier)),
    // It is about one field, and stands there.
    refused: (failure) =>
      errorCode(failure) === 'rate_card_retroactive'
        ? { faults: { effective_from: refusalWords(failure) } }
        : undefined,
  });
  return (
    <section className={page.section} aria-labelledby={newRateCard}>
      <h2 id={newRateCard} tabIndex={-1}>
        {words.make}
      </h2>
      <p>{words.makeText}</p>
      <DeskForm of={making} draft={newRateCard} shownBy="new" label={words.save} busyLabel={words.saving}>
        <Field
          label={words.tier}
          hint={words.tierHint}
          {...making.field('tier')}
          maxLength={40}
          autoCapitalize="none"
          required
        />
        <Field
          label={words.percent}
          hint={words.percentHint}
          {...making.field('partner_share')}
          type="number"
          inputMode="decimal"
          min={0}
          max={100}
          step={0.01}
          required
        />
        <Field
          label={words.days}
          hint={words.daysHint}
          {...making.field('holding_days')}
          type="number"
          inputMode="numeric"
          min={0}
          max={mostHoldingDays}
          step={1}
        />
        <DateField label={words.from} hint={words.fromHint} {...making.field('effective_from')} required />
        <TextArea label={words.reason} {...making.field('reason')} rows={2} maxLength={500} required />
      </DeskForm>
    </section>
  );
}
