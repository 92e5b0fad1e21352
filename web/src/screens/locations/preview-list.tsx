import type { FormEvent } from 'react';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { previewPlace } from '../../../../contract/place-lists.ts';
import { DetailLines } from '../../desk/detail.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { PlaceExperiences } from '../../features/places/place-experiences.tsx';
import { listRules } from '../../messages/en/list-rules.ts';
import { placeListsDesk } from '../../messages/en/place-lists-desk.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import styles from './lists.module.css';

const words = placeListsDesk.preview;

interface PreviewListProps {
  placeId: number;
  preview: Answer<typeof previewPlace>;
}

/** What a guest sees of a place at a moment that is chosen, and what is left out by which rule. The address keeps the moment. */
export function PreviewList({ placeId, preview }: PreviewListProps) {
  const address = useTableAddress();
  const { at, day, language, stay, experiences, left_out } = preview;
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const moment = ['at', 'day', 'language', 'stay'].map((name) => [name, String(given.get(name) ?? '')]);
    address.change({ ...Object.fromEntries(moment), open: String(placeId), view: 'preview' });
  };
  return (
    <section className={styles.part} aria-labelledby="as-guests">
      <h3 id="as-guests">{words.title}</h3>
      <p>{words.text}</p>
      <form className={styles.part} onSubmit={look} key={[at, day, language, stay].join()}>
        <div className={styles.pair}>
          <Field label={words.at} name="at" type="time" required defaultValue={at} />
          <Field label={words.day} name="day" type="date" required defaultValue={day} />
          <Select label={words.language} name="language" defaultValue={language}>
            {Object.entries(listRules.languages).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Field label={words.stay} name="stay" type="number" required min={1} max={365} defaultValue={stay} />
        </div>
        <Button type="submit" look="plain">
          {words.look}
        </Button>
      </form>
      <Status>
        <Notice>{words.seen(preview, experiences.length)}</Notice>
      </Status>
      {experiences.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <div inert>
          <PlaceExperiences experiences={experiences} access="sign-in" />
        </div>
      )}
      {left_out.length === 0 ? (
        <p>{words.allShown}</p>
      ) : (
        <DetailLines
          title={words.leftOut}
          lines={left_out.map(({ id, name, why, rules }) => ({
            key: id,
            line: name,
            note: [words.why(why), rules && listRules.shown(rules)].filter(Boolean).join(' '),
          }))}
        />
      )}
    </section>
  );
}
