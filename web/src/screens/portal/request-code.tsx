import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { portalCodes as codes } from '../../messages/en/portal-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Filled } from '../../submit-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Status } from '../../ui/status.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';
import type { CodesData } from './load-codes.ts';

/** Of the two, the one that is chosen from the beginning is a new location. */
type Kind = keyof typeof codes.kinds;

/** Requests a code: for a new place, a further one of a place, or in the stead of another. */
export function RequestCode({ data, onDone }: { data: CodesData; onDone: (said: string) => void }) {
  const address = useTableAddress();
  const replaced = address.get('replaces');
  const [kind, setKind] = useState<Kind>(replaced ? 'replacement' : 'new_location');
  const [placeId, setPlaceId] = useState('');
  const navigate = useNavigate();
  const late = useLate();
  const open = data.codes.filter(({ status }) => status !== 'replaced');
  const asking = useSubmit({
    check: ({ text }: Filled) => {
      const [latitude, longitude] = [text('latitude'), text('longitude')];
      return {
        faults: {
          ...(longitude && !latitude && { latitude: codes.form.positionHalf }),
          ...(latitude && !longitude && { longitude: codes.form.positionHalf }),
        },
      };
    },
    send: (given: Filled, api) => api('POST /api/partner-portal/qr-request', { body: requestOf(given, kind, data) }),
    done: async () => {
      await navigate(address.to({ view: null, replaces: null }), { replace: true });
      onDone(codes.form.sent);
    },
    late: () => late(codes.form.sent),
    refused: (failure) =>
      errorCode(failure) === 'offline'
        ? codes.form.failedSilently
        : { words: codes.form.failed(refusalWords(failure)) },
  });
  return (
    <section className={page.section} aria-labelledby="request-code">
      <h2 id="request-code" tabIndex={-1}>
        {codes.form.title}
      </h2>
      <p>{codes.form.text}</p>
      <DeskForm of={asking} draft="request code" shownBy="view" label={codes.form.send} busyLabel={codes.form.sending}>
        <Choice legend={codes.form.kind} options={codes.kinds} value={kind} onChange={setKind} />
        {kind === 'replacement' ? (
          <Select
            label={codes.form.code}
            {...asking.field('qr_code_id')}
            defaultValue={replaced ?? open[0]?.qr_code_id}
            required
          >
            {open.map(({ qr_code_id, location_name, label }) => (
              <option key={qr_code_id} value={qr_code_id}>
                {[location_name, label, qr_code_id].filter(Boolean).join(', ')}
              </option>
            ))}
          </Select>
        ) : (
          <>
            <Select
              label={codes.form.place}
              {...asking.field('location_id')}
              value={placeId}
              onChange={({ target }) => setPlaceId(target.value)}
            >
              <option value="">{codes.form.newPlace}</option>
              {data.places.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
            {placeId === '' && <NewPlace of={asking} />}
          </>
        )}
        <Field label={codes.form.label} hint={codes.form.labelHint} {...asking.field('label')} maxLength={60} />
      </DeskForm>
    </section>
  );
}

function NewPlace({ of }: { of: ReturnType<typeof useSubmit<Filled, unknown>> }) {
  const position = useRef<{ latitude: HTMLInputElement | null; longitude: HTMLInputElement | null }>({
    latitude: null,
    longitude: null,
  });
  const [asked, setAsked] = useState<'asking' | 'failed' | null>(null);
  const ask = () => {
    const typed = () => (['latitude', 'longitude'] as const).map((name) => position.current[name]?.value).join(' ');
    const before = typed();
    const failed = () => setAsked('failed');
    setAsked('asking');
    if (!navigator.geolocation) return failed();
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsked(null);
        // What was typed meanwhile stays.
        if (typed() !== before) return;
        for (const name of ['latitude', 'longitude'] as const) {
          const input = position.current[name];
          if (!input) continue;
          input.value = coords[name].toFixed(5);
          input.dispatchEvent(new Event('input', { bubbles: true }));
        }
      },
      failed,
      { timeout: 10_000, maximumAge: 60_000 },
    );
  };
  // The decimal keys of an iPhone have no minus sign, and all of Hawaiʻi is west of Greenwich.
  const degrees = (name: 'latitude' | 'longitude', most: number) => ({
    label: codes.form[name],
    ...of.field(name),
    ...({ type: 'number', step: 'any', min: -most, max: most } as const),
    ref: (input: HTMLInputElement | null) => {
      position.current[name] = input;
    },
  });
  return (
    <>
      <Field
        label={codes.form.name}
        {...of.field('location_name')}
        data-missing={codes.form.nameMissing}
        maxLength={120}
        required
      />
      <TextArea
        label={codes.form.description}
        hint={codes.form.descriptionHint}
        {...of.field('location_description')}
        rows={3}
        maxLength={2_000}
      />
      <Field
        label={codes.form.address}
        {...of.field('location_address')}
        maxLength={300}
        autoComplete="street-address"
      />
      <Field {...degrees('latitude', 90)} hint={codes.form.positionHint} />
      <Field {...degrees('longitude', 180)} />
      <div className={page.actions}>
        <Button look="quiet" onClick={ask} busy={asked === 'asking'}>
          {asked === 'asking' ? codes.form.asking : codes.form.here}
        </Button>
      </div>
      <Status>{asked === 'failed' && <Notice tone="warn">{codes.form.hereFailed}</Notice>}</Status>
    </>
  );
}

/** What is asked for, as it is sent. */
function requestOf({ text }: Filled, kind: Kind, { codes: all, places, partnerId }: CodesData) {
  const common = { partner_id: partnerId, request_type: kind, ...(text('label') && { label: text('label') }) };
  if (kind === 'replacement') {
    const code = all.find(({ qr_code_id }) => qr_code_id === text('qr_code_id'))!;
    return { ...common, qr_code_id: code.qr_code_id, location_name: code.location_name };
  }
  const place = places.find(({ id }) => String(id) === text('location_id'));
  if (place) return { ...common, location_id: place.id, location_name: place.name };
  const hasPosition = text('latitude') !== '' || text('longitude') !== '';
  return {
    ...common,
    location_name: text('location_name'),
    location_description: text('location_description'),
    location_address: text('location_address'),
    ...(hasPosition && { latitude: Number(text('latitude')), longitude: Number(text('longitude')) }),
  };
}
