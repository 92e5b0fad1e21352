import { type FormEvent, useState } from 'react';
import type { ListingContent } from '../../../../contract/content.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { getLocationEditor } from '../../../../contract/locations.ts';
import { PositionFields } from '../../desk/position-fields.tsx';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Submission } from '../../use-submit.ts';
import styles from './content.module.css';
import { isLink, isLongEnough, isLongEnoughInJapanese, isRate, type ListingValues } from './listing-values.ts';

interface ListingFieldsProps {
  of: Submission<Filled>;
  values: ListingValues;
  means: EditorMeans;
  /** Whose it is, or was made meanwhile, though the list of advertisers may not have them. */
  owners: readonly Owner[];
}

export type EditorMeans = Answer<typeof getLocationEditor>;
type Owner = Pick<ListingContent, 'advertiser_id' | 'advertiser'>;

type Control = HTMLInputElement | HTMLTextAreaElement;

/** What a control that was filled in is refused by, which its form is told of before it is sent. */
export function judged(wrong: (value: string) => string | false) {
  const judge = (control: Control) => {
    const value = control.value.trim();
    control.setCustomValidity((value && wrong(value)) || '');
  };
  return {
    ref: (control: Control | null) => {
      if (control) judge(control);
    },
    onInput: ({ currentTarget }: FormEvent<Control>) => judge(currentTarget),
  };
}

const { editor, fields } = words;
const link = judged((value) => !isLink(value) && editor.link);
const rate = judged((value) => !isRate(value) && editor.rateWrong);
/** What is asked of a description, in which language, and how far it is. */
const descriptions = {
  description: {
    ...judged((value) => !isLongEnough(value) && editor.description),
    hint: (count: number) => `${editor.description}. ${editor.descriptionCount(count)}`,
    required: true,
  },
  description_ja: {
    ...judged((value) => !isLongEnoughInJapanese(value) && editor.japanese),
    hint: editor.japaneseCount,
    lang: 'ja',
  },
};

/** All that is edited of a listing. */
export function ListingFields({ of, values, means, owners }: ListingFieldsProps) {
  const { field } = of;
  const text = (name: keyof ListingValues, maxLength: number) => ({
    label: fields[name],
    ...field(name),
    defaultValue: values[name],
    maxLength,
  });
  return (
    <>
      <div className={styles.languages}>
        <Field {...text('name', 200)} required />
        <Field {...text('name_ja', 200)} lang="ja" />
      </div>
      <div className={styles.languages}>
        <Description {...text('description', 5_000)} name="description" />
        <Description {...text('description_ja', 5_000)} name="description_ja" />
      </div>
      <div className={styles.pair}>
        <Select label={fields.category} {...field('category')} defaultValue={values.category} required>
          <option value="">{editor.none}</option>
          <Options of={words.categories} />
        </Select>
        <Field {...text('subcategory', 80)} />
      </div>
      <Field {...text('booking_url', 2_000)} hint={editor.bookingHint} inputMode="url" required {...link} />
      <Field {...text('website_url', 2_000)} inputMode="url" {...link} />
      <Field {...text('address', 200)} />
      <PositionFields of={of} values={values} means={means} hint={editor.positionHint} />
      <Field {...text('phone', 40)} type="tel" />
      <div className={styles.pair}>
        <Select label={fields.price_range} {...field('price_range')} defaultValue={values.price_range}>
          <Options of={words.prices} />
        </Select>
        <Select label={fields.is_featured} {...field('is_featured')} defaultValue={values.is_featured}>
          <Options of={editor.featured} />
        </Select>
      </div>
      <Field
        label={editor.rate}
        hint={editor.rateHint}
        {...field('commission_rate')}
        defaultValue={values.commission_rate}
        inputMode="numeric"
        required
        {...rate}
      />
      <Select label={words.status} {...field('is_active')} defaultValue={values.is_active}>
        <Options of={editor.shown} />
      </Select>
      <Select label={fields.advertiser_id} {...field('advertiser_id')} defaultValue={values.advertiser_id}>
        <option value="">{editor.noAdvertiser}</option>
        {advertisersIn(means, owners).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
}

/** All that can be chosen, by id. */
function advertisersIn({ advertisers }: EditorMeans, owners: readonly Owner[]): (readonly [string, string])[] {
  const names = new Map(advertisers.map(({ id, name, email }) => [id, email ? `${name} (${email})` : name]));
  for (const { advertiser_id: id, advertiser } of owners) if (id && !names.has(id)) names.set(id, advertiser ?? id);
  return [...names];
}

/** What can be chosen, by the value that is sent. */
export const Options = ({ of }: { of: Readonly<Record<string, string>> }) =>
  Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

type DescriptionProps = Pick<Parameters<typeof TextArea>[0], 'label' | 'error' | 'maxLength'> & {
  name: keyof typeof descriptions;
  defaultValue: string;
};

/** Counts what is typed, until it is enough. */
export function Description({ defaultValue, ...rest }: DescriptionProps) {
  const [count, setCount] = useState([...defaultValue.trim()].length);
  const { hint, onInput, ...asked } = descriptions[rest.name];
  return (
    <TextArea
      {...rest}
      {...asked}
      hint={hint(count)}
      defaultValue={defaultValue}
      rows={7}
      onInput={(event) => {
        onInput(event);
        setCount([...event.currentTarget.value.trim()].length);
      }}
    />
  );
}
