import { type LocationField, locationFields } from '../../../../contract/location-form.ts';
import type { LocationContent } from '../../../../contract/locations.ts';
import { errorCode } from '../../api.ts';
import { PositionFields } from '../../desk/position-fields.tsx';
import { type EditedKind, VersionedForm } from '../../desk/versioned-form.tsx';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Field, Select } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { EditorMeans } from './location-editor.tsx';
import { bodyOf, partnerChoices, valuesOf } from './location-values.ts';

const { byNow, editor, fields } = words;

const places: EditedKind<LocationField, LocationContent> = {
  name: 'place',
  fields: locationFields,
  valuesOf,
  make: (api, values) => api('POST /api/admin/locations', { body: bodyOf(values) }),
  change: (api, id, values, replaces) =>
    api('PUT /api/admin/locations/{id}', { params: { id }, body: { ...bodyOf(values), replaces } }),
  read: (api, id) => api('GET /api/admin/locations/{id}', { params: { id } }),
  refused: (failure) =>
    errorCode(failure) === 'location_keeps_partner' ? { faults: { partner: refusalWords(failure) } } : undefined,
  words: {
    ...{ save: editor.save, saving: editor.saving, said: words.said },
    byNow: {
      ...byNow,
      other: (field, now) => byNow.other(field, field === 'partner' ? (now.partner?.name ?? null) : now[field]),
    },
  },
};

interface LocationFormProps {
  /** The one that is edited; null makes one. */
  place: LocationContent | null;
  means: EditorMeans;
  /** Where the list is that shows it then. */
  toList: (id: number) => string;
}

/** The editor of a place. */
export const LocationForm = ({ place, means, toList }: LocationFormProps) => (
  <VersionedForm kind={places} one={place} toList={toList}>
    {({ of, values, now }) => {
      const text = (name: 'name' | 'address' | 'description', maxLength: number) => ({
        label: fields[name],
        ...of.field(name),
        defaultValue: values[name],
        maxLength,
      });
      const met = [place, now].flatMap((one) => one?.partner ?? []);
      return (
        <>
          <Field {...text('name', 120)} required />
          <Select
            label={fields.partner}
            hint={editor.partnerHint}
            {...of.field('partner')}
            defaultValue={values.partner}
          >
            <option value="">{editor.noPartner}</option>
            {partnerChoices(means.partners, met).map(({ id, name, email }) => (
              <option key={id} value={id}>
                {email ? `${name} (${email})` : name}
              </option>
            ))}
          </Select>
          <TextArea {...text('description', 2_000)} rows={4} />
          <Field {...text('address', 200)} />
          <PositionFields of={of} values={values} means={means} />
        </>
      );
    }}
  </VersionedForm>
);
