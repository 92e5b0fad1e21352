import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate, useRevalidator } from 'react-router';
import { type LocationField, locationFields } from '../../../../contract/location-form.ts';
import type { LocationContent } from '../../../../contract/locations.ts';
import { ApiError, errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { type Merged, mergeFields } from '../../desk/merge-fields.ts';
import { positionFaults } from '../../desk/position.ts';
import { PositionFields } from '../../desk/position-fields.tsx';
import { enter } from '../../fields-of-form.ts';
import { locationsDesk as words } from '../../messages/en/locations-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Filled } from '../../submit-form.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';
import type { EditorMeans } from './location-editor.tsx';
import { bodyOf, type LocationValues, partnerChoices, valuesIn, valuesOf } from './location-values.ts';

interface LocationFormProps {
  /** The one that is edited; null makes one. */
  place: LocationContent | null;
  means: EditorMeans;
  /** Where the list is that shows it then. */
  toList: (id: number) => string;
}

/** What the editor was opened with, or has taken over since: it stands in the form itself, so that a draft keeps it. */
interface MadeFrom {
  version: string;
  values: LocationValues;
}

const { editor, fields } = words;

const partnersOf = (place: LocationContent | null) => (place?.partner ? [place.partner] : []);

/** The editor of a place. Of two who save at once one wins; the other's form takes over what they have not changed themselves. */
export function LocationForm({ place, means, toList }: LocationFormProps) {
  // What the form begins with, whatever is loaded meanwhile.
  const [initial] = useState<MadeFrom>(() => ({ version: place?.version ?? '', values: valuesOf(place) }));
  const [met, setMet] = useState(() => partnersOf(place));
  const madeFrom = useRef<HTMLInputElement>(null);
  const [byNow, setByNow] = useState<(Merged<LocationField> & { now: LocationContent }) | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const late = useLate();
  const say = useLate({ intoView: true });
  const said = ({ name }: LocationContent) => (place ? words.said.saved(name) : words.said.created(name));
  const takeOver = (now: LocationContent) => {
    const form = madeFrom.current!.form!;
    const given = new FormData(form);
    const typed = valuesIn((name) => String(given.get(name) ?? '').trim());
    const values = valuesOf(now);
    const merged = mergeFields(locationFields, typed, (JSON.parse(madeFrom.current!.value) as MadeFrom).values, values);
    // What is no choice yet cannot be entered.
    flushSync(() => setMet((before) => [...before, ...partnersOf(now)]));
    for (const field of merged.taken) enter(form.elements.namedItem(field) as HTMLInputElement, values[field]);
    enter(madeFrom.current!, JSON.stringify({ version: now.version, values } satisfies MadeFrom));
    setByNow({ ...merged, now });
  };
  const saving = useSubmit({
    check: (given: Filled) => ({ faults: positionFaults(given) }),
    send: async ({ text }: Filled, api) => {
      const body = bodyOf(valuesIn(text));
      if (!place) return await api('POST /api/admin/locations', { body });
      const { version } = JSON.parse(text('made_from')) as MadeFrom;
      const params = { id: String(place.id) };
      try {
        return await api('PUT /api/admin/locations/{id}', { params, body: { ...body, replaces: version } });
      } catch (failure) {
        if (errorCode(failure) === 'changed_meanwhile')
          takeOver(await api('GET /api/admin/locations/{id}', { params }));
        throw failure;
      }
    },
    done: async (saved) => {
      await navigate(toList(saved.id), { replace: true });
      say(said(saved));
    },
    late: (saved) => late(said(saved)),
    refused: (failure) => {
      // It is no longer what stands beside it.
      if (failure instanceof ApiError && [404, 409].includes(failure.status)) void revalidate();
      if (errorCode(failure) === 'location_keeps_partner') return { faults: { partner: refusalWords(failure) } };
      return errorCode(failure) === 'changed_meanwhile' ? words.byNow.title : undefined;
    },
  });
  const { field } = saving;
  const text = (name: 'name' | 'address' | 'description', maxLength: number) => ({
    label: fields[name],
    ...field(name),
    defaultValue: initial.values[name],
    maxLength,
  });
  return (
    <DeskForm
      of={saving}
      draft={`place ${place?.id ?? 'new'}`}
      shownBy="place"
      label={editor.save}
      busyLabel={editor.saving}
    >
      {/* A hidden one of the type `hidden` would begin anew with each rendering. */}
      <input ref={madeFrom} type="text" hidden name="made_from" defaultValue={JSON.stringify(initial)} />
      <Field {...text('name', 120)} required />
      <Select
        label={fields.partner}
        hint={editor.partnerHint}
        {...field('partner')}
        defaultValue={initial.values.partner}
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
      <PositionFields of={saving} values={initial.values} means={means} />
      <Status>
        {byNow && (
          <Notice tone="warn">
            <p>{words.byNow.text(byNow.taken, byNow.both)}</p>
            {byNow.both.length > 0 && (
              <ul>
                {byNow.both.map((field) => (
                  <li key={field}>
                    {words.byNow.other(
                      field,
                      field === 'partner' ? (byNow.now.partner?.name ?? null) : byNow.now[field],
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        )}
      </Status>
    </DeskForm>
  );
}
