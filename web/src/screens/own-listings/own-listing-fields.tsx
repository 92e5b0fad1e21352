import { PositionFields, type PositionMeans } from '../../desk/position-fields.tsx';
import { contentDesk } from '../../messages/en/content-desk.ts';
import { ownListingsDesk as words } from '../../messages/en/own-listings-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import type { Submission } from '../../use-submit.ts';
import content from '../content/content.module.css';
import { Description, judged, Options } from '../content/listing-fields.tsx';
import { isLink } from '../content/listing-values.ts';
import { MonthsField } from './months-field.tsx';
import type { OwnValues } from './own-listing-values.ts';

interface OwnListingFieldsProps {
  of: Submission<Filled>;
  values: OwnValues;
  tiles: PositionMeans['tiles'];
}

const { editor, fields } = words;
const link = judged((value) => !isLink(value) && editor.link);
const facts = ['steps', 'transfer', 'hearing', 'sensory'] as const;

/** All that an advertiser edits of a listing. */
export function OwnListingFields({ of, values, tiles }: OwnListingFieldsProps) {
  const { field } = of;
  const text = (name: keyof OwnValues, maxLength: number) => ({
    label: fields[name],
    ...field(name),
    defaultValue: values[name],
    maxLength,
  });
  const means = { tiles, has_geocoder: false };
  return (
    <>
      <div className={content.languages}>
        <Field {...text('name', 200)} required />
        <Field {...text('name_ja', 200)} lang="ja" />
      </div>
      <div className={content.languages}>
        <Description {...text('description', 5_000)} name="description" />
        <Description {...text('description_ja', 5_000)} name="description_ja" />
      </div>
      <div className={content.pair}>
        <Select label={fields.category} {...field('category')} defaultValue={values.category} required>
          <option value="">{editor.none}</option>
          <Options of={contentDesk.categories} />
        </Select>
        <Field {...text('subcategory', 80)} />
      </div>
      <Field {...text('booking_url', 2_000)} hint={editor.bookingHint} inputMode="url" required {...link} />
      <Field {...text('website_url', 2_000)} hint={editor.websiteHint} inputMode="url" {...link} />
      <Select
        label={fields.price_range}
        hint={editor.priceHint}
        {...field('price_range')}
        defaultValue={values.price_range}
      >
        <Options of={contentDesk.prices} />
      </Select>
      <Field {...text('address', 200)} />
      <PositionFields of={of} values={values} means={means} hint={editor.positionHint} isTyped />
      <Field {...text('phone', 40)} type="tel" />
      <MonthsField initial={values.open_months} />
      <FieldGroup label={editor.access} hint={editor.accessHint}>
        <div className={content.pair}>
          {facts.map((fact) => (
            <Select key={fact} label={fields[fact]} {...field(fact)} defaultValue={values[fact]}>
              <option value="">{editor.notTold}</option>
              <Options of={editor.factChoices[fact]} />
            </Select>
          ))}
        </div>
      </FieldGroup>
      <Field {...text('meeting_point', 200)} hint={editor.meetingHint} />
      <PositionFields
        of={of}
        values={values}
        means={means}
        prefix="meeting_"
        label={editor.meetingPosition}
        hint={editor.meetingPositionHint}
        isTyped
      />
    </>
  );
}
