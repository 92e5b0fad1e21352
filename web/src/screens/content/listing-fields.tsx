import { type FormEvent, useState } from 'react';
import { contentDesk as words } from '../../messages/en/content-desk.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Submission } from '../../use-submit.ts';
import styles from './content.module.css';
import { isLink, isLongEnough, isLongEnoughInJapanese, type ListingValues } from './listing-values.ts';

interface ListingFieldsProps {
  of: Submission<Filled>;
  values: ListingValues;
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** What a control that was filled in is refused by, which its form is told of before it is sent. */
function judged(wrong: (value: string) => string | false) {
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
const rate = judged((value) => !/^(?:[89]|[12]\d|30)$/.test(value) && editor.rateWrong);
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
export function ListingFields({ of: { field }, values }: ListingFieldsProps) {
  const text = (name: keyof ListingValues, maxLength: number) => ({
    label: fields[name],
    ...field(name),
    defaultValue: values[name],
    maxLength,
  });
  // The decimal keys of an iPhone have no minus sign, and all of Hawaiʻi is west of Greenwich.
  const degrees = (name: 'latitude' | 'longitude', most: number) => ({
    label: fields[name],
    ...field(name),
    defaultValue: values[name],
    ...({ type: 'number', step: 'any', min: -most, max: most } as const),
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
      <FieldGroup label={editor.position} hint={editor.positionHint}>
        <div className={styles.pair}>
          <Field {...degrees('latitude', 90)} />
          <Field {...degrees('longitude', 180)} />
        </div>
      </FieldGroup>
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
    </>
  );
}

const Options = ({ of }: { of: Readonly<Record<string, string>> }) =>
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
function Description({ defaultValue, ...rest }: DescriptionProps) {
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
