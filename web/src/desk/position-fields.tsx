import { useRef, useState } from 'react';
import type { Answer } from '../../../contract/endpoint.ts';
import type { getLocationEditor } from '../../../contract/locations.ts';
import type { Position } from '../features/map/geometry.ts';
import { PlacePickerSection } from '../features/map/place-picker-section.tsx';
import { enter } from '../fields-of-form.ts';
import { locationsDesk as words } from '../messages/en/locations-desk.ts';
import type { Filled } from '../submit-form.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FieldGroup } from '../ui/field-group.tsx';
import list from '../ui/list.module.css';
import { Notice } from '../ui/notice.tsx';
import page from '../ui/page.module.css';
import { Status } from '../ui/status.tsx';
import { type Submission, useSubmit } from '../use-submit.ts';
import { degreesIn } from './position.ts';
import styles from './position-fields.module.css';

/** What the map and the look-up need of the server. */
export type PositionMeans = Pick<Answer<typeof getLocationEditor>, 'tiles' | 'has_geocoder'>;

interface PositionFieldsProps {
  of: Submission<Filled>;
  /** What they begin with, as text. */
  values: Readonly<Partial<Record<string, string>>>;
  means: PositionMeans;
  label?: string;
  hint?: string;
  /** Before the names of its two fields, where a form has several positions. */
  prefix?: '' | 'meeting_';
  /** Whether it is typed or picked alone: nothing is looked up. */
  isTyped?: boolean;
}

type Found = Position & { label: string };

const { editor, fields } = words;

/** Where something is: typed, picked on a map, or looked up by what the field `address` of the same form holds. */
export function PositionFields({
  of: { field, mark },
  values,
  means,
  label = editor.position,
  hint = editor.positionHint,
  prefix = '',
  isTyped = false,
}: PositionFieldsProps) {
  const latitude = useRef<HTMLInputElement>(null);
  const longitude = useRef<HTMLInputElement>(null);
  const [isMapped, setMapped] = useState(false);
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const textOf = (name: string) =>
    (latitude.current!.form!.elements.namedItem(name) as HTMLInputElement | null)?.value.trim() ?? '';
  const take = (position: Position, words: string) => {
    enter(latitude.current!, String(position.latitude));
    enter(longitude.current!, String(position.longitude));
    mark({ [`${prefix}latitude`]: null, [`${prefix}longitude`]: null });
    setSaid(words);
  };
  const lookup = useSubmit({
    check: () => (textOf('address') ? null : editor.noAddress),
    send: (_given: null, api) => api('POST /api/admin/locations/geocode', { body: { address: textOf('address') } }),
    done: (answer) => {
      setSaid(null);
      setFound(answer.found);
    },
  });
  const typed = (): Position | null => {
    const [north, east] = [degreesIn(textOf(`${prefix}latitude`)), degreesIn(textOf(`${prefix}longitude`))];
    return typeof north === 'number' && typeof east === 'number' ? { latitude: north, longitude: east } : null;
  };
  const degrees = (name: 'latitude' | 'longitude') => ({
    label: fields[name],
    ...field(prefix + name),
    defaultValue: values[prefix + name] ?? '',
    // Both at once, as maps copy them, where a form takes them so.
    maxLength: 50,
    autoComplete: 'off',
  });
  return (
    <FieldGroup label={label} hint={hint}>
      <div className={styles.pair}>
        <Field {...degrees('latitude')} ref={latitude} />
        <Field {...degrees('longitude')} ref={longitude} />
      </div>
      <div className={page.actions}>
        <Button look="plain" aria-expanded={isMapped} onClick={() => setMapped(!isMapped)}>
          {isMapped ? editor.hideMap : editor.pick}
        </Button>
        {!isTyped && (
          <Button
            look="plain"
            busy={lookup.busy}
            disabled={!means.has_geocoder}
            onClick={() => void lookup.submit(null)}
          >
            {lookup.busy ? editor.lookingUp : editor.lookUp}
          </Button>
        )}
      </div>
      {!isTyped && !means.has_geocoder && <p className={list.note}>{editor.lookUpOff}</p>}
      {lookup.problem && <Notice tone="bad">{lookup.problem}</Notice>}
      <Status>
        {found && <p>{editor.found(found.length)}</p>}
        {said && <p>{said}</p>}
      </Status>
      {found && found.length > 0 && (
        <ul role="list" className={list.rows}>
          {found.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two answers may be alike in all they say
            <li key={at} className={list.row}>
              <Button look="quiet" onClick={() => take(one, editor.chosen(one.label))}>
                {one.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isMapped && (
        <PlacePickerSection
          tiles={means.tiles}
          at={typed()}
          onPick={(at) => take(at, editor.picked(String(at.latitude), String(at.longitude)))}
        />
      )}
    </FieldGroup>
  );
}
