import { useLayoutEffect, useRef, useState } from 'react';
import { campaignCents, campaignFields, mostCampaignDays } from '../../../../contract/campaign-form.ts';
import type { Campaign, getCampaignEditor } from '../../../../contract/campaigns.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { DateRangeField } from '../../desk/date-fields.tsx';
import { MoneyField } from '../../desk/money-field.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import { contentDesk } from '../../messages/en/content-desk.ts';
import { desk } from '../../messages/en/desk.ts';
import { listRules } from '../../messages/en/list-rules.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Submission } from '../../use-submit.ts';
import { CampaignPreview } from './campaign-preview.tsx';
import { type CampaignValues, feeFor } from './campaign-values.ts';
import styles from './campaigns.module.css';
import { ChoosePlaces } from './choose-places.tsx';
import { PicksField } from './picks-field.tsx';

export type EditorMeans = Answer<typeof getCampaignEditor>;

interface CampaignFieldsProps {
  of: Submission<Filled>;
  values: CampaignValues;
  /** The one that is edited; null makes one. */
  campaign: Campaign | null;
  means: EditorMeans;
  listing: string | null;
}

const { editor, fields } = words;
const isNone = (value: string) => value === '';

/** All that is edited of a campaign, and beside it its card and what it may cost, as it is typed. */
export function CampaignFields({ of, values, campaign, means, listing }: CampaignFieldsProps) {
  const { field } = of;
  const { typed, box, onInput } = useTyped(values);
  const isAdmin = useSession().role === 'admin';
  const isClick = typed.pricing === 'click';
  const hasBegun = campaign !== null && campaign.state !== 'draft';
  const heldBy = means.listings.find(({ id }) => String(id) === typed.listing_id)?.held_by;
  const holding = campaign ? words.heldOf(campaign, isAdmin) : heldBy && editor.listingHeld(heldBy);
  const text = (name: keyof CampaignValues) => ({ label: fields[name], ...field(name), defaultValue: values[name] });
  const whole = (name: 'most_impressions' | 'most_a_day') => ({
    ...text(name),
    ...{ inputMode: 'numeric' as const, autoComplete: 'off', maxLength: 10 },
  });
  const money = (name: 'budget' | 'click_price') => ({
    ...field(name),
    initial: isNone(values[name]) ? null : Number(values[name]),
    required: true,
  });
  const { budget, click } = campaignCents;
  return (
    <div ref={box} className={styles.editor} onInput={onInput}>
      <div className={styles.fields}>
        <Field {...text('name')} maxLength={200} required />
        {campaign ? (
          <p>{editor.ofListing(campaign.listing)}</p>
        ) : (
          <Select {...text('listing_id')} defaultValue={listing ?? ''} required>
            <option value="">{editor.chooseListing}</option>
            {means.listings.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Status>{holding && <Notice tone="warn">{holding}</Notice>}</Status>
        {hasBegun ? (
          <>
            <input type="text" hidden name="pricing" defaultValue={values.pricing} />
            <p className={list.note}>{editor.pricingStays}</p>
          </>
        ) : (
          <Select {...text('pricing')}>
            {Object.entries(editor.pricings).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
        <div className={styles.pair}>
          <MoneyField
            label={isClick ? editor.budget : editor.fee}
            hint={isClick ? editor.budgetHint : feeHint(campaign, typed)}
            {...money('budget')}
            {...budget}
          />
          {/* There all the time, so that what somebody else has made of it can be taken over. */}
          <fieldset className={styles.part} hidden={!isClick} disabled={!isClick}>
            <MoneyField label={fields.click_price} hint={editor.clickHint} {...money('click_price')} {...click} />
          </fieldset>
        </div>
        <div className={styles.pair}>
          <Field {...whole('most_impressions')} hint={editor.mostHint} required={!isClick} />
          <Field {...whole('most_a_day')} hint={editor.mostADayHint} />
        </div>
        <DateRangeField
          label={editor.days}
          names={{ from: 'first_day', to: 'last_day' }}
          errors={{ from: field('first_day').error, to: field('last_day').error }}
          initial={{ from: values.first_day, to: values.last_day }}
          mostDays={mostCampaignDays}
          presets={[]}
          required
        />
        <FieldGroup label={editor.timesOfDay} hint={editor.timesHint}>
          <div className={styles.pair}>
            <Field {...text('time_from')} type="time" />
            <Field {...text('time_until')} type="time" />
          </div>
        </FieldGroup>
        <PicksField
          legend={fields.languages}
          hint={editor.languagesHint}
          name="languages"
          options={listRules.languages}
          initial={values.languages}
        />
        <PicksField
          legend={fields.categories}
          hint={editor.categoriesHint}
          name="categories"
          options={contentDesk.categories}
          initial={values.categories}
        />
        <ChoosePlaces initial={values.places} error={field('places').error} />
        {isAdmin && (
          <TextArea
            {...field('reason')}
            label={desk.reason}
            hint={words.reasonTold}
            rows={2}
            minLength={3}
            maxLength={500}
            required
          />
        )}
      </div>
      <CampaignPreview values={typed} listing={campaign?.listing_id ?? Number(typed.listing_id)} />
    </div>
  );
}

/** Which fee there can be: of a campaign that was shown, what each impression costs stays. */
function feeHint(campaign: Campaign | null, { most_impressions }: CampaignValues): string {
  if (campaign?.pricing !== 'fixed' || campaign.impressions === 0) return editor.feeHint;
  const most = campaign.most_impressions ?? 0;
  const next = feeFor(campaign, most_impressions);
  const stays = editor.feeStays(campaign.budget, most);
  if (!next || next.most === most) return `${stays} ${editor.feeGrows}`;
  return `${stays} ${next.fee === null ? editor.feeOdd(next.most) : editor.feeFor(next.most, next.fee)}`;
}

/** What stands in the fields by now. */
function useTyped(values: CampaignValues) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(values);
  const [turn, setTurn] = useState(0);
  // Once what was typed is in the form: some fields send something else than is typed in them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each that is typed
  useLayoutEffect(() => {
    const given = new FormData(box.current!.closest('form')!);
    const told = campaignFields.map((name) => [name, String(given.get(name) ?? '').trim()]);
    setTyped(Object.fromEntries(told));
  }, [turn]);
  return { typed, box, onInput: () => setTurn((now) => now + 1) };
}
