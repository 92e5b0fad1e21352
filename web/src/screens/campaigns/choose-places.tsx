import { type KeyboardEvent, useRef, useState } from 'react';
import { mostCampaignPlaces } from '../../../../contract/campaign-form.ts';
import { enter } from '../../fields-of-form.ts';
import { campaignsDesk as words } from '../../messages/en/campaigns-desk.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { useSubmit } from '../../use-submit.ts';
import type { EditorMeans } from './campaign-fields.tsx';
import { type ChosenPlace, placesIn, placesText } from './campaign-values.ts';
import styles from './campaigns.module.css';

const { editor, fields } = words;

/** The places in whose lists a campaign is shown: found by name, added and taken away; sent as one text. */
export function ChoosePlaces({ initial, error }: { initial: string; error: string | null | undefined }) {
  const [held, setHeld] = useState(initial);
  const [found, setFound] = useState<EditorMeans>();
  const input = useRef<HTMLInputElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const chosen = placesIn(held).sort((one, other) => one.name.localeCompare(other.name));
  const finding = useSubmit({
    send: (place: string, api) => api('GET /api/campaign-editor', { query: place ? { place } : {} }),
    done: setFound,
  });
  const find = () => void finding.submit(search.current!.value.trim());
  // As if it were typed, so that whoever looks at the form hears of it.
  const put = (places: readonly ChosenPlace[]) => enter(input.current!, placesText(places));
  const isFull = chosen.length >= mostCampaignPlaces;
  const isChosen = (id: number) => chosen.some((one) => one.id === id);
  const row = ({ id, name }: ChosenPlace, label: string, action: string, press: () => void, note?: string) => (
    <li key={id} className={list.row}>
      <div className={list.words}>
        <p className={list.name}>{name}</p>
        {note && <p className={list.note}>{note}</p>}
      </div>
      <Button look="plain" aria-label={label} onClick={press}>
        {action}
      </Button>
    </li>
  );
  return (
    <FieldGroup label={fields.places} hint={editor.placesHint} error={error}>
      <input
        ref={input}
        type="text"
        hidden
        name="places"
        value={held}
        onChange={({ target }) => setHeld(target.value)}
      />
      {chosen.length > 0 && (
        <ul role="list" className={list.rows}>
          {chosen.map((one) =>
            row(
              one,
              editor.takeAway(one.name),
              editor.takeAwayShort,
              () => {
                // Its own button goes with it.
                search.current!.focus();
                put(chosen.filter(({ id }) => id !== one.id));
              },
              one.is_deleted && editor.placeDeleted,
            ),
          )}
        </ul>
      )}
      <search>
        <Field
          ref={search}
          label={editor.findPlaces}
          type="search"
          maxLength={100}
          autoComplete="off"
          // It would send the form.
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            find();
          }}
        />
      </search>
      <div className={styles.alone}>
        <Button look="plain" busy={finding.busy} onClick={find}>
          {finding.busy ? editor.finding : editor.find}
        </Button>
      </div>
      <Status>
        {finding.problem && <Notice tone="bad">{finding.problem}</Notice>}
        {found && <p>{editor.placesFound(found.places.length, found.places_found)}</p>}
        {isFull && <p>{editor.placesFull(mostCampaignPlaces)}</p>}
      </Status>
      {found && !isFull && (
        <ul role="list" className={list.rows}>
          {found.places
            .filter(({ id }) => !isChosen(id))
            .map((one) =>
              row(
                one,
                editor.addPlace(one.name),
                editor.addShort,
                () => {
                  search.current!.focus();
                  put([...chosen, one]);
                },
                one.island,
              ),
            )}
        </ul>
      )}
    </FieldGroup>
  );
}
