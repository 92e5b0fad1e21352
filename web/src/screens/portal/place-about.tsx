import type { PlaceProposal } from '../../../../contract/place-proposals.ts';
import type { Place } from '../../../../contract/places.ts';
import { placePictureRules } from '../../../../contract/portal-states.ts';
import { errorCode } from '../../api.ts';
import { DeskForm } from '../../desk/desk-form.tsx';
import { useLate } from '../../desk/late-results.tsx';
import { UploadField } from '../../desk/upload-field.tsx';
import type { Change } from '../../desk/use-change.tsx';
import { placeProposals as words } from '../../messages/en/own-places-desk.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Filled } from '../../submit-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import page from '../../ui/page.module.css';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './portal.module.css';

/** A proposal that is about to be withdrawn. */
export interface Withdrawal {
  id: string;
  placeName: string;
}

interface PlaceAboutProps {
  place: Place;
  /** Newest first. */
  proposals: readonly PlaceProposal[];
  change: Change<Withdrawal>;
}

/** What guests read and see of a place, and what its partner proposes in its stead. */
export function PlaceAbout({ place, proposals, change }: PlaceAboutProps) {
  const [last] = proposals;
  return (
    <section className={styles.kit} aria-labelledby="place-about">
      <h3 id="place-about">{words.title}</h3>
      <p>{words.text}</p>
      {last && <LastProposal proposal={last} />}
      {last?.status === 'pending' ? (
        <div className={page.actions}>
          <Button look="plain" onClick={() => change.begin({ id: last.id, placeName: place.name })}>
            {words.withdraw}
          </Button>
        </div>
      ) : (
        <Propose place={place} onDone={change.tell} />
      )}
    </section>
  );
}

const looks = { pending: 'waits', approved: 'ok', declined: 'over', withdrawn: 'over' } as const;

/** What was proposed last, and what became of it. */
function LastProposal({ proposal }: { proposal: PlaceProposal }) {
  const { status, name, description, picture_url, created_at, decided_at, decision_reason } = proposal;
  const state = <StatusBadge look={looks[status]}>{words.states[status]}</StatusBadge>;
  const picture = picture_url && (
    <img className={styles.proposed} src={picture_url} alt={words.proposedPicture} width="360" height="240" />
  );
  const facts = [
    [words.status, state],
    [words.proposed, words.moment(created_at)],
    [words.decided, decided_at && words.moment(decided_at)],
    [words.reason, decision_reason],
    [words.name, name],
    [words.description, description],
    [words.picture, picture],
  ] as const;
  return (
    <div>
      <h4>{words.last}</h4>
      <dl className={page.facts}>
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

function Propose({ place, onDone }: { place: Place; onDone: (said: string) => void }) {
  const late = useLate();
  const proposing = useSubmit({
    check: (given: Filled) => (Object.keys(changesOf(given, place)).length === 0 ? words.nothingNew : null),
    send: (given: Filled, api) =>
      api('POST /api/partner-portal/places/{id}/proposals', {
        params: { id: String(place.id) },
        body: changesOf(given, place),
      }),
    done: () => onDone(words.sent),
    late: () => late(words.sent),
    refused: (failure) =>
      errorCode(failure) === 'file_refused' ? { faults: { picture: refusalWords(failure) } } : undefined,
  });
  return (
    <DeskForm
      of={proposing}
      draft={`place proposal ${place.id}`}
      shownBy={['open', 'view']}
      label={words.send}
      busyLabel={words.sending}
    >
      <Field
        label={words.name}
        {...proposing.field('name')}
        defaultValue={place.name}
        data-missing={words.nameMissing}
        maxLength={120}
        required
      />
      <TextArea
        label={words.description}
        {...proposing.field('description')}
        defaultValue={place.description}
        data-missing={words.descriptionMissing}
        rows={4}
        maxLength={2_000}
        required
      />
      <UploadField
        label={words.picture}
        hint={words.pictureHint}
        {...proposing.field('picture')}
        purpose="place-picture"
        accept={['image/jpeg']}
        mostBytes={placePictureRules.mostBytes}
      />
    </DeskForm>
  );
}

/** What is another than guests see; lines end as the browser that wrote them has it. */
function changesOf({ text }: Filled, { name, description }: Place) {
  const words = text('description').replaceAll('\r\n', '\n');
  return {
    ...(text('name') !== name && { name: text('name') }),
    ...(words !== description && { description: words }),
    ...(text('picture') && { picture: text('picture') }),
  };
}
